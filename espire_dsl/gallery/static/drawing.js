/* Drawings: what the top view and the front view share. Lengths are metres; the sheet is in centimetres. */

const CM = 100;

/** A sheet around points, with a margin; text is a fixed part of its width. */
function sheet(name, label, points, small, margin = 0.08) {
  const bounds = boundsOf(points);
  const pad = margin * Math.max(bounds.width, bounds.height);
  const box = [bounds.x - pad, bounds.y - pad, bounds.width + 2 * pad, bounds.height + 2 * pad];
  const letter = Math.max(box[2], box[3] * 0.9) / (small ? 22 : 38);
  const root = svg("svg", {
    class: `drawing ${name}`,
    viewBox: box.map((part) => part.toFixed(1)).join(" "),
    role: "img",
    "aria-label": label,
    "font-size": letter.toFixed(2),
  });
  return { root, box, letter, taken: [] };
}

/** How a task speaks of a node, as class names of its shapes. */
function roleOf(task, id) {
  return classes(
    task.answers.includes(id) && "answer",
    task.references.includes(id) && "reference",
    task.candidates?.includes(id) && "candidate",
  );
}

const flat = (point) => point.map((part) => part.toFixed(1)).join(",");

function shape(node, points, role, more = "") {
  return svg(
    "polygon",
    {
      class: classes("thing", node.kind, role, more),
      points: points.map(flat).join(" "),
      "data-node": node.id,
    },
    svg("title", {}, titleOf(node)),
  );
}

const titleOf = (node) => (node.name === node.id ? node.id : `${node.name} (${node.id})`);

/** What stands beside a thing: names for ornaments, short ids for the rest. */
const labelOf = (node) =>
  ["near", "distant", "object", "viewer"].includes(node.kind) ? node.name : node.id.replace(/^book_/, "");

function label(text, [x, y], more = "", anchor = "middle") {
  return svg(
    "text",
    { class: `label ${more}`, x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor },
    text,
  );
}

/** A label at the first side of a box where it meets no other label and does not leave the sheet. */
function tag(paper, text, { x, y, width, height }, gap, more) {
  const { letter, box, taken } = paper;
  const long = letter * 0.62 * text.length,
    middle = [x + width / 2, y + height / 2];
  const places = [
    [middle[0] - long / 2, y + height + gap],
    [middle[0] - long / 2, y - gap - letter],
    [x + width + gap, middle[1] - letter / 2],
    [x - gap - long, middle[1] - letter / 2],
  ].map(([left, top]) => [
    Math.min(Math.max(left, box[0]), box[0] + box[2] - long),
    Math.min(Math.max(top, box[1]), box[1] + box[3] - letter * 1.2),
  ]);
  const meets = ([left, top]) =>
    taken.some((o) => left < o[0] + o[2] && o[0] < left + long && top < o[1] + letter && o[1] < top + letter);
  const [left, top] = places.find((place) => !meets(place)) ?? places[0];
  taken.push([left, top, long]);
  return label(text, [left + long / 2, top + letter * 0.85], more);
}

/** A line with a head at its end. */
function arrow(start, end, more, letter) {
  const along = minus(end, start);
  const length = Math.hypot(...along) || 1;
  const unit = times(along, 1 / length),
    side = [-unit[1], unit[0]];
  const head = Math.min(letter * 0.8, length * 0.6);
  const neck = minus(end, times(unit, head));
  const wings = [plus(neck, times(side, head * 0.45)), minus(neck, times(side, head * 0.45))];
  return svg(
    "g",
    { class: `arrow ${more}` },
    svg("line", {
      x1: start[0].toFixed(1),
      y1: start[1].toFixed(1),
      x2: neck[0].toFixed(1),
      y2: neck[1].toFixed(1),
    }),
    svg("polygon", { points: [end, ...wings].map(flat).join(" ") }),
  );
}

/** An arrow of a frame of reference, with its word and a thin line the other way. */
function axis(sheet, origin, unit, length, word) {
  const end = plus(origin, times(unit, length)),
    back = minus(origin, times(unit, length * 0.6));
  const beyond = plus(end, times(unit, sheet.letter * 0.9));
  const long = sheet.letter * 0.62 * word.length;
  sheet.taken.push([beyond[0] - long / 2, beyond[1] - sheet.letter / 2, long]);
  return [
    svg("line", { class: "frame back", x1: origin[0], y1: origin[1], x2: back[0], y2: back[1] }),
    arrow(origin, end, "frame", sheet.letter),
    label(word, [beyond[0], beyond[1] + sheet.letter * 0.35], "frame"),
  ];
}
