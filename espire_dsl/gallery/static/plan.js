/* The top view: the scene from above, with the viewer's side at the bottom. */

const BELOW = ["room", "table", "shelf"];
const NOT_IN_PLAN = ["space", "slot"];

function planOf(task, scene, small = false) {
  const camera = scene.cameras[task.view];
  const moved = (n) => (n.kind === "viewer" && camera && task.view !== "world" ? viewerBehind(camera, n) : n);
  const nodes = [...scene.nodes.values()]
    .filter((n) => !NOT_IN_PLAN.includes(n.kind) || roleOf(task, n.id).includes("answer"))
    .map(moved);
  if (!nodes.length) return null;
  const view = quarterTurn(nodes);
  const far = (node) => node.kind === "viewer" || (node.kind === "distant" && !roleOf(task, node.id));
  const seen = nodes.filter((node) => node.kind !== "robot" && !(small && far(node)));
  const points = seen.flatMap((node) => corners(node).map(view));
  const reach = frameLength(points);
  if (!small) points.push(...frameEnds(task, view, reach * 1.12));
  const paper = sheet("plan", `Top view of scene ${scene.id}`, points, small);
  const height = (node) =>
    BELOW.includes(node.kind) ? BELOW.indexOf(node.kind) - 10 : node.center[2] + node.extents[2] / 2;
  nodes.sort((a, b) => height(a) - height(b));
  const viewer = nodes.find((node) => node.kind === "viewer");
  if (viewer && !small && !(camera && (camera.orthographic || isVertical(camera))))
    paper.root.append(viewCone(viewer, camera, view, paper));
  for (const node of nodes) {
    if (node.kind === "viewer") paper.root.append(eye(viewer, view, paper, roleOf(task, node.id)));
    else paper.root.append(shape(node, hull(corners(node).map(view)), roleOf(task, node.id)));
    if (node.front && !["viewer", "robot"].includes(node.kind))
      paper.root.append(frontArrow(node, view, paper));
  }
  if (!small) {
    paper.root.append(
      ...distanceLines(task, scene, view, paper),
      ...planFrame(task, scene, view, paper, reach),
    );
    const inShelf = nodes.some((node) => node.kind === "shelf");
    const named = nodes.filter((node) => isLabelled(task, node, inShelf));
    named.sort((a, b) => Number(Boolean(roleOf(task, b.id))) - Number(Boolean(roleOf(task, a.id))));
    for (const node of named) paper.root.append(nameTag(node, view, paper, roleOf(task, node.id)));
  }
  return paper.root;
}

/** Turns the floor by quarters, until the viewer looks upwards on the sheet; nothing is mirrored. */
function quarterTurn(nodes) {
  const looker = nodes.find((node) => node.kind === "viewer");
  const furniture = nodes.find((node) => BELOW.includes(node.kind) && node.front);
  const [x, y] = looker ? frontOf(looker) : furniture ? times(frontOf(furniture), -1) : [-1, 0];
  const turns = [
    ([a, b]) => [a * CM, -b * CM],
    ([a, b]) => [b * CM, a * CM],
    ([a, b]) => [-a * CM, b * CM],
    ([a, b]) => [-b * CM, -a * CM],
  ];
  return turns.reduce((best, one) => (one([x, y])[1] < best([x, y])[1] - 1e-9 ? one : best));
}

function viewCone(viewer, camera, view, paper) {
  const eyePoint = view(viewer.center),
    ahead = minus(view(plus(viewer.center, frontOf(viewer))), eyePoint);
  const heading = Math.atan2(ahead[1], ahead[0]);
  const half = camera ? Math.atan(camera.size[0] / 2 / camera.focal[0]) : Math.PI / 6;
  const far = Math.max(paper.box[2], paper.box[3]) * 1.5;
  const edge = (side) =>
    plus(eyePoint, [far * Math.cos(heading + side * half), far * Math.sin(heading + side * half)]);
  return svg("polygon", { class: "cone", points: [eyePoint, edge(-1), edge(1)].map(flat).join(" ") });
}

function eye(viewer, view, paper, role) {
  const [x, y] = view(viewer.center);
  return svg(
    "circle",
    {
      class: classes("thing viewer", role),
      cx: x.toFixed(1),
      cy: y.toFixed(1),
      r: (paper.letter * 0.55).toFixed(1),
      "data-node": viewer.id,
    },
    svg("title", {}, "you, the viewer"),
  );
}

function frontArrow(node, view, paper) {
  const front = frontOf(node);
  const reach = Math.abs(dot(node.extents, node.front)) / 2;
  const start = view(plus(node.center, times(front, reach * 0.2)));
  const end = view(plus(node.center, times(front, reach + (paper.letter * 1.1) / CM)));
  return arrow(start, end, "front", paper.letter);
}

/** Things in a shelf stand above one another: from above, only those that the task is about get a name. */
function isLabelled(task, node, inShelf) {
  if (["distant", "viewer", "object"].includes(node.kind)) return true;
  if (node.kind === "near") return !inShelf || Boolean(roleOf(task, node.id));
  return node.kind === "book" && Boolean(roleOf(task, node.id));
}

/** The name of a thing under it, or where there is more room. */
function nameTag(node, view, paper, role) {
  const bounds = boundsOf(node.kind === "viewer" ? [view(node.center)] : corners(node).map(view));
  const gap = node.kind === "viewer" ? paper.letter * 0.7 : paper.letter * 0.15;
  return tag(paper, labelOf(node), bounds, gap, role);
}

/** The axes of the task's frame; in a relative frame the front is the side nearer to the viewer. */
function planFrame(task, scene, view, paper, length) {
  const frame = task.frame;
  if (!hasSides(frame)) return [];
  const origin = view(frame.origin);
  return [
    ...sectorOf(task, scene, view, length),
    ...axis(
      paper,
      origin,
      times(minus(view(plus(frame.origin, frontAxis(frame))), origin), 1 / CM),
      length,
      "front",
    ),
    ...axis(
      paper,
      origin,
      times(minus(view(plus(frame.origin, frame.left)), origin), 1 / CM),
      length,
      "left",
    ),
    svg("circle", { class: "frame origin", cx: origin[0], cy: origin[1], r: paper.letter * 0.22 }),
  ];
}

const hasSides = (frame) => Boolean(frame?.forward && frame.left);
const frontAxis = (frame) => (frame.kind === "relative" ? times(frame.forward, -1) : frame.forward);

/** How long the arrows of a frame are, for a drawing around these points. */
function frameLength(points) {
  const { width, height } = boundsOf(points);
  return Math.min(width, height) * 0.26;
}

/** The tips of the arrows of a frame, so that the sheet has room for them. */
function frameEnds({ frame }, view, length) {
  if (!hasSides(frame)) return [];
  return [frontAxis(frame), frame.left].map((unit) => view(plus(frame.origin, times(unit, length / CM))));
}

/** The thirty degrees that an hour of the clock means, forward being twelve, as far as the answers stand. */
function sectorOf(task, scene, view, least) {
  const hour =
    task.type === "ClockPosition" ? task.args.find((arg) => arg.name.endsWith(".hour"))?.value : null;
  if (typeof hour !== "number") return [];
  const origin = view(task.frame.origin);
  const forward = minus(view(plus(task.frame.origin, task.frame.forward)), origin);
  const places = task.answers
    .filter((id) => scene.nodes.has(id))
    .map((id) => minus(view(scene.nodes.get(id).center), origin));
  const length = Math.max(least, ...places.map((place) => Math.hypot(...place) * 1.12));
  const middle = Math.atan2(forward[1], forward[0]) + (hour * Math.PI) / 6;
  const rim = [-1, -0.5, 0, 0.5, 1].map((part) => middle + (part * Math.PI) / 12);
  const points = [
    origin,
    ...rim.map((angle) => plus(origin, [length * Math.cos(angle), length * Math.sin(angle)])),
  ];
  return [svg("polygon", { class: "sector", points: points.map(flat).join(" ") })];
}

/** For tasks about distance: a line from the reference to each answer, with what was measured. */
function distanceLines(task, scene, view, paper) {
  const reference = scene.nodes.get(task.references[0]);
  if (task.aspect !== "distance" || !reference) return [];
  const measured = task.calls.at(-1)?.measured ?? {};
  return task.answers.flatMap((id) => {
    const node = scene.nodes.get(id);
    if (!node || typeof measured[id] !== "number") return [];
    const [a, b] = [view(reference.center), view(node.center)];
    const middle = times(plus(a, b), 0.5);
    return [
      svg("line", {
        class: "distance",
        x1: a[0].toFixed(1),
        y1: a[1].toFixed(1),
        x2: b[0].toFixed(1),
        y2: b[1].toFixed(1),
      }),
      label(said(measured[id], "m"), middle, "distance"),
    ];
  });
}
