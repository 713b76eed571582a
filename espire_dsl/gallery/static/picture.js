/* Pictures: a view of the scene, with masks and outlines over it. */

const pictureUrl = (scene, view) => `images/${encodeURIComponent(scene.id)}/${encodeURIComponent(view)}.png`;

function imageOf(scene, view, text) {
  const [width, height] = scene.cameras[view]?.size ?? [640, 480];
  return make("img", {
    src: pictureUrl(scene, view),
    alt: text,
    width,
    height,
    loading: "lazy",
    decoding: "async",
    draggable: "false",
  });
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

const masksOf = (task, masks, ids) => ids.filter((id) => id in task.masks).map((id) => masks[task.masks[id]]);

/** A canvas with the masks of some answers, or null where there are none. */
function maskCanvas(task, masks, ids) {
  const found = masksOf(task, masks, ids);
  if (!found.length) return null;
  const canvas = make("canvas", { class: "masks", "aria-hidden": "true" });
  paintMasks(canvas, found);
  return canvas;
}

/** Outlines of things in the task's view, drawn from their boxes: masks are stored of answers only. */
function outlinesOf(task, scene, ids, kind) {
  const camera = scene.cameras[task.view];
  if (!camera) return [];
  return ids.flatMap((id) => {
    const node = scene.nodes.get(id);
    const points = node && node.kind !== "viewer" ? outlineIn(camera, node) : null;
    if (!points) return [];
    const drawn = { points: points.map(flat).join(" ") };
    return [
      svg(
        "g",
        { class: `outline ${kind}`, "data-node": id },
        svg("polygon", { ...drawn, class: "under" }),
        svg("polygon", drawn),
      ),
    ];
  });
}

/** What can be shown over the task's view: a name, and what it draws. */
function layersOf(task, scene, masks) {
  const ids = (list) => (list ?? []).filter((id) => typeof id === "string" && scene.nodes.has(id));
  const answers = ids(task.answers),
    feasible = ids(task.feasible),
    candidates = ids(task.candidates);
  const references = ids(task.references).filter(
    (id) => !["table", "shelf", "viewer"].includes(scene.nodes.get(id).kind),
  );
  const drawn = (list) => ({
    canvas: maskCanvas(task, masks, list),
    outlines: outlinesOf(
      task,
      scene,
      list.filter((id) => !(id in task.masks)),
      "answer",
    ),
  });
  return [
    { name: "Answers", ids: answers, on: true, draw: () => drawn(answers) },
    { name: "Feasible", ids: feasible, on: false, draw: () => drawn(feasible), alone: "Answers" },
    {
      name: "Candidates",
      ids: candidates,
      on: false,
      draw: () => ({ outlines: outlinesOf(task, scene, candidates, "candidate") }),
    },
    {
      name: "References",
      ids: references,
      on: true,
      draw: () => ({ outlines: outlinesOf(task, scene, references, "reference") }),
    },
  ].filter((layer) => layer.ids.length);
}

/** The task's view with switches for its layers. */
function bigPicture(task, scene, masks) {
  const layers = layersOf(task, scene, masks);
  const frame = make("div", { class: "frame-of-picture" });
  const [width, height] = scene.cameras[task.view]?.size ?? [640, 480];
  const redraw = () => {
    const shown = layers.filter((layer) => layer.on).map((layer) => layer.draw());
    const overlay = svg("svg", {
      class: "outlines",
      viewBox: `0 0 ${width} ${height}`,
      "aria-hidden": "true",
    });
    overlay.append(...shown.flatMap((layer) => layer.outlines));
    frame.replaceChildren(
      imageOf(scene, task.view, `${capital(task.view)} view of scene ${scene.id}`),
      ...shown.map((layer) => layer.canvas).filter(Boolean),
      overlay,
    );
  };
  const switches = layers.map((layer) =>
    make(
      "button",
      {
        type: "button",
        class: `layer ${layer.name.toLowerCase()}`,
        "aria-pressed": String(layer.on),
        click: () => {
          layer.on = !layer.on;
          for (const other of layers)
            if (layer.on && (other.name === layer.alone || other.alone === layer.name)) other.on = false;
          layers.forEach((one, place) => switches[place].setAttribute("aria-pressed", String(one.on)));
          redraw();
        },
      },
      layer.name,
      make("span", { class: "count" }, String(layer.ids.length)),
    ),
  );
  redraw();
  return make(
    "figure",
    { class: "world" },
    frame,
    make("div", { class: "layers", role: "group", "aria-label": "Shown over the picture" }, switches),
  );
}
