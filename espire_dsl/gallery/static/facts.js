/* Facts: all that is known of a task beside its pictures, as lists of terms. */

const fact = (term, ...content) =>
  content.flat().some((part) => part !== null && part !== "")
    ? [make("dt", {}, term), make("dd", {}, ...content)]
    : [];

function factsOf(task, scene) {
  const margin = task.margin ? said(task.margin.value, task.margin.unit) : null;
  return make(
    "dl",
    { class: "facts" },
    fact("Family", make("code", {}, dotted(task.family))),
    fact("Type", make("code", {}, task.type)),
    fact("Kind", `${task.aspect}, ${task.granularity}, ${task.action}`),
    fact("Level", task.level),
    fact("Arguments", argumentsOf(task, scene)),
    fact("Frame", frameText(task, scene)),
    fact("Margin", margin),
    fact("Tolerance", task.tolerance === null ? null : said(task.tolerance, task.margin?.unit)),
    fact(
      "Final pose",
      task.constraint
        ? make(
            "code",
            {},
            Object.entries(task.constraint)
              .filter((e) => e[1] !== null)
              .map((e) => `${e[0]} ${said(e[1])}`)
              .join(", "),
          )
        : null,
    ),
    fact("Held", task.held ? nodeChip(task.held, scene, task) : null),
    fact("Readings", readingsOf(task, scene)),
    fact(
      "Tags",
      Object.entries(task.tags).map(([name, value]) =>
        make("span", { class: "chip" }, `${name} ${said(value)}`),
      ),
    ),
    fact("Suite", task.suite),
    fact("Scene", make("code", {}, task.scene)),
    fact("Task", make("code", {}, task.id)),
  );
}

function argumentsOf(task, scene) {
  if (!task.args.length) return null;
  return make(
    "ul",
    { class: "args" },
    task.args.map((arg) =>
      make(
        "li",
        {},
        make("code", {}, arg.name),
        " = ",
        typeof arg.value === "string" && scene.nodes.has(arg.value)
          ? nodeChip(arg.value, scene, task)
          : make("span", {}, said(arg.value, arg.unit)),
        make("q", {}, arg.said),
      ),
    ),
  );
}

function frameText(task, scene) {
  if (!task.frame) return null;
  const of = task.frame.of ? [" of ", nodeChip(task.frame.of, scene, task)] : [];
  return [
    make("span", {}, task.frame.kind),
    ...of,
    task.names_frame ? make("span", { class: "note" }, " named in the sentence") : "",
  ];
}

function readingsOf(task, scene) {
  const kinds = Object.keys(task.readings);
  if (!kinds.length) return null;
  return make(
    "ul",
    { class: "readings" },
    kinds.map((kind) =>
      make("li", {}, make("span", { class: "kind" }, kind), outcome(task.readings[kind], scene, task)),
    ),
  );
}

/** Answers with what the planner said and how far off the axis they stand. */
function answersOf(task, scene) {
  const isThing = (answer) => typeof answer === "string" && scene.nodes.has(answer);
  if (!task.answers.some(isThing)) {
    return make(
      "div",
      { class: "plain-answer" },
      make("p", {}, make("strong", {}, said(task.answers, task.answer_unit))),
      task.choices
        ? make(
            "ol",
            { class: "choices" },
            task.choices.map((choice) =>
              make(
                "li",
                { class: task.answers.includes(choice) ? "kept" : null },
                said(choice, task.answer_unit),
              ),
            ),
          )
        : null,
    );
  }
  return make(
    "ul",
    { class: "answers" },
    task.answers.map((answer) =>
      make(
        "li",
        { "data-node": answer },
        nodeChip(answer, scene, task),
        statusOf(task, answer),
        answer in task.answer_angles
          ? make(
              "span",
              { class: "angle", title: "from the axis of the relation" },
              `${said(task.answer_angles[answer], "deg")} off`,
            )
          : null,
      ),
    ),
  );
}

function statusOf(task, answer) {
  const status = task.verification[answer];
  const text =
    status === undefined ? null : typeof status === "object" ? said(status.status ?? status) : said(status);
  if (text === null) return make("span", { class: "status unknown" }, "not verified");
  const good = task.feasible ? task.feasible.includes(answer) : text === "reached";
  return make(
    "span",
    { class: `status ${good ? "good" : "bad"}` },
    good ? "✓ " : "✗ ",
    text.replaceAll("_", " "),
  );
}
