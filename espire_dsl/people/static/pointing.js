/* Pointing at a picture: with a mouse, a finger or the arrow keys. Points are in pixels of the picture itself. */

const ZOOM = 4;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function sizeOf(task) {
  return DATA.sizes[task.picture];
}

/** The point below a click, a tenth of a pixel exact. */
function pointAt(task, event) {
  const box = byId("view").getBoundingClientRect();
  const [width, height] = sizeOf(task);
  return within(task, [
    ((event.clientX - box.left) / box.width) * width,
    ((event.clientY - box.top) / box.height) * height,
  ]);
}

function within(task, point) {
  return point.map((value, axis) => Math.round(10 * Math.max(0, Math.min(sizeOf(task)[axis] - 0.1, value))) / 10);
}

function movedBy(task, point, key, far) {
  const step = far ? 10 : 1;
  const from = point ?? sizeOf(task).map((side) => side / 2);
  return within(task, [from[0] + step * MOVES[key][0], from[1] + step * MOVES[key][1]]);
}

function showPoint(task) {
  const point = task.kind === "point" ? answerOf(task) : null;
  byId("frame").classList.toggle("pointing", task.kind === "point");
  byId("mark").toggleAttribute("hidden", point === null);
  byId("loupe").toggleAttribute("hidden", point === null);
  if (point === null) return;
  const [width, height] = sizeOf(task);
  const [x, y] = point;
  byId("mark").setAttribute("viewBox", `0 0 ${width} ${height}`);
  const size = width / 50;
  const cross = `M${x - 2 * size},${y}h${size}M${x + size},${y}h${size}M${x},${y - 2 * size}v${size}M${x},${y + size}v${size}`;
  const strokes = ["under", "over"].flatMap((name) => [
    make("circle", { class: name, cx: x, cy: y, r: size }),
    make("path", { class: name, d: cross }),
  ]);
  byId("mark").replaceChildren(...strokes);
  const loupe = byId("loupe").style;
  const box = byId("loupe").getBoundingClientRect();
  loupe.backgroundImage = `url("${pictureOf(task)}")`;
  loupe.backgroundSize = `${ZOOM * width}px ${ZOOM * height}px`;
  loupe.backgroundPosition = `${box.width / 2 - 2 - ZOOM * x}px ${box.height / 2 - 2 - ZOOM * y}px`;
  const onLeft = x > width / 2;
  loupe.left = onLeft ? "8px" : "auto";
  loupe.right = onLeft ? "auto" : "8px";
}
