/* The detail panel: one task with its pictures, program, answers and drawings. */

function buildDetail(task, scene, masks, place, steps) {
  const drawings = scene
    ? [
        ["Top view", planOf(task, scene)],
        ["Front view", elevationOf(task, scene)],
      ].filter(([, drawn]) => drawn)
    : [];
  const figures = [
    scene?.pictures.includes(task.view) ? bigPicture(task, scene, masks) : null,
    make(
      "div",
      { class: "drawings" },
      drawings.map(([name, drawn]) => make("figure", {}, drawn, make("figcaption", {}, name))),
      scene?.pictures.includes("wrist") && task.view !== "wrist"
        ? make(
            "figure",
            { class: "wrist" },
            imageOf(scene, "wrist", `Wrist view of scene ${scene.id}`),
            make("figcaption", {}, "Wrist view"),
          )
        : null,
    ),
    drawings.length ? legendOf(task) : null,
  ];
  return [
    make(
      "header",
      { class: "detail-top" },
      make(
        "button",
        {
          type: "button",
          class: "button",
          "aria-label": "Task before",
          disabled: !steps.before,
          click: steps.before,
        },
        "←",
      ),
      make("span", { class: "where" }, place),
      make(
        "button",
        {
          type: "button",
          class: "button",
          "aria-label": "Next task",
          disabled: !steps.after,
          click: steps.after,
        },
        "→",
      ),
      make("span", { class: "spring" }),
      make(
        "button",
        { type: "button", class: "button close", "aria-label": "Close", click: steps.close },
        "✕",
      ),
    ),
    make(
      "div",
      { class: "detail-body" },
      make(
        "div",
        { class: "seen" },
        make("h2", { id: "instruction", tabindex: "-1", autofocus: true }, task.instruction),
        figures,
      ),
      scene
        ? make(
            "div",
            { class: "known" },
            section("Answers", answersOf(task, scene)),
            section("Program", make("pre", { tabindex: "0" }, task.program), programTree(task, scene)),
            section("About", factsOf(task, scene)),
          )
        : make("p", { class: "problem" }, "The scene of this task is not in the set."),
    ),
  ];
}

const section = (title, ...content) => make("section", {}, make("h3", {}, title), ...content);

function legendOf(task) {
  const entry = (kind, text) => make("li", {}, make("i", { class: `key ${kind}` }), text);
  return make(
    "ul",
    { class: "legend", "aria-label": "Legend" },
    entry("answer", "answer"),
    task.candidates ? entry("candidate", "candidate") : null,
    task.references.length ? entry("reference", "reference") : null,
    task.frame ? entry("frame", `${task.frame.kind} frame`) : null,
  );
}

/** Whatever is about the same thing lights up together. */
function lightUp(panel) {
  const light = (id) => {
    for (const element of panel.querySelectorAll("[data-node]"))
      element.classList.toggle("lit", element.dataset.node === id);
  };
  panel.addEventListener("pointerover", (event) =>
    light(event.target.closest?.("[data-node]")?.dataset.node),
  );
  panel.addEventListener("pointerleave", () => light(undefined));
}
