/* The front view of a shelf: as one sees it who stands before it, with its slots and spaces. */

const IN_FRONT = ["slot", "space", "support", "near", "distant", "book"];

function elevationOf(task, scene, small = false) {
  const shelf = [...scene.nodes.values()].find((node) => node.kind === "shelf");
  if (!shelf) return null;
  const view = (point) => {
    const [, across, rise] = turned(inverse(shelf.quaternion), minus(point, shelf.center));
    return [across * CM, -rise * CM];
  };
  const withSpaces = task.candidate_kind === "space";
  const nodes = [...scene.nodes.values()].filter((node) => isInElevation(node, task, withSpaces));
  const around = [shelf, ...nodes.filter((node) => !node.slot || node.kind === "distant")];
  const paper = sheet(
    "elevation",
    `Front view of the shelf in scene ${scene.id}`,
    around.flatMap((n) => corners(n).map(view)),
    small,
    0.05,
  );
  paper.root.append(shape(shelf, hull(corners(shelf).map(view)), roleOf(task, shelf.id)));
  nodes.sort((a, b) => IN_FRONT.indexOf(a.kind) - IN_FRONT.indexOf(b.kind) || (a.id < b.id ? -1 : 1));
  for (const node of nodes) paper.root.append(shape(node, hull(corners(node).map(view)), roleOf(task, node.id)));
  if (!small) {
    paper.root.append(...elevationFrame(task, view, paper));
    paper.root.append(
      ...nodes
        .filter((n) => isNamedOnWall(task, n))
        .map((node) => wallTag(node, view, paper, roleOf(task, node.id))),
    );
  }
  return paper.root;
}

function isInElevation(node, task, withSpaces) {
  if (node.kind === "space") return withSpaces;
  if (node.kind === "distant") return task.references.includes(node.id);
  return IN_FRONT.includes(node.kind) && (node.kind === "slot" || node.id !== task.held);
}

const isNamedOnWall = (task, node) =>
  node.kind === "slot" ||
  ((node.kind === "near" || node.kind === "distant") && task.references.includes(node.id));

function wallTag(node, view, paper, role) {
  const { x, y, width, height } = boundsOf(corners(node).map(view));
  if (node.kind !== "slot") return label(node.name, [x + width / 2, y - paper.letter * 0.3], role);
  const text = node.row === null ? node.id : `${node.row}·${node.column}`;
  return label(text, [x + paper.letter * 0.3, y + paper.letter * 0.95], `slot ${role}`, "start");
}

/** Left where the frame has one, and up where it counts. */
function elevationFrame(task, view, paper) {
  const frame = task.frame;
  if (!frame) return [];
  const origin = view(frame.origin);
  const onSheet = (vector) => times(minus(view(plus(frame.origin, vector)), origin), 1 / CM);
  const length = Math.min(paper.box[2], paper.box[3]) * 0.16;
  const left = frame.left ? onSheet(frame.left) : null;
  return [
    ...(left && Math.hypot(...left) > 0.3
      ? axis(paper, origin, times(left, 1 / Math.hypot(...left)), length, "left")
      : []),
    ...axis(paper, origin, onSheet(frame.up), length, "up"),
    svg("circle", { class: "frame origin", cx: origin[0], cy: origin[1], r: paper.letter * 0.22 }),
  ];
}
