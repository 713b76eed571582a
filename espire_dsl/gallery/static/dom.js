/* Elements: all text of tasks goes in as text nodes, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";

function make(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const byId = (id) => document.getElementById(id);
const classes = (...names) => names.filter(Boolean).join(" ");
const counted = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

const UNITS = { m: " m", deg: "°", cm: " cm", mm: " mm", ft: " ft", inch: " in", px: " px", fraction: "" };

/** A value as people read it: short numbers, words for yes and no, lists with commas. */
function said(value, unit = null) {
  if (value === null || value === undefined) return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "number") {
    const digits = unit === "deg" || unit === "px" ? 1 : Number.isInteger(value) ? 0 : 3;
    return `${value.toFixed(digits)}${UNITS[unit] ?? ""}`;
  }
  if (Array.isArray(value)) return value.map((part) => said(part, unit)).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
