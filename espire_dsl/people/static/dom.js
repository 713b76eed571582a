/* Elements: all text of tasks goes in as text nodes, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

function make(tag, properties = {}, ...children) {
  const element = tag === "circle" || tag === "path" ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const pictures = new Map();

function pictureOf(task) {
  if (!pictures.has(task.picture)) {
    pictures.clear(); // one at a time: a phone has little memory
    pictures.set(task.picture, `data:image/png;base64,${byId(`picture-${task.picture}`).textContent}`);
  }
  return pictures.get(task.picture);
}
