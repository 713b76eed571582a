/* Facts: all that is known of a task beside its pictures, as lists of terms. */

const fact = (term, ...content) =>
  content.flat().some((part) => part !== null && part !== "")
    ? [make("dt", {}, term), make("dd", {}, ...content)]
    : [];

function factsOf(task, scene) {
  const margin = Object.entries(task.margin).map(([unit, value]) => said(value, unit)).join(", ") || null;
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
    fact("Chance", task.chance === null ? null : `${Math.round(100 * task.chance)} %`),
    fact("Undecided", task.undecided.length ? outcome(task.undecided, scene, task) : null),
    fact("Tolerance", task.tolerance === null ? null : said(task.tolerance, Object.keys(task.margin)[0])),
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
    fact("Pair", task.pair ? make("a", { href: `#task=${task.pair}` }, task.pair) : null),
    fact("Group", task.group ? make("code", {}, task.group) : null),
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
      make(
        "li",
        { class: kind === task.reading ? "kept" : null },
        make("span", { class: "kind" }, kind),
        outcome(task.readings[kind], scene, task),
      ),
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
      task.options ? null : make("p", {}, make("strong", {}, said(task.answers, task.answer_unit))),
      letteredOptions(task),
    );
  }
  if (task.options && task.answer_kind === "choice") return letteredOptions(task);
  const list = make(
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
  return task.options ? make("div", {}, list, letteredOptions(task)) : list;
}

/** What one chooses from, each with its letter; what is right is marked. */
function letteredOptions(task) {
  if (!task.options) return null;
  const isRight = (option) => task.answer_kind === "choice" && task.answers.includes(option.id ?? option.value);
  return make(
    "ul",
    { class: "options" },
    task.options.map((option) =>
      make(
        "li",
        { class: isRight(option) ? "kept" : null, "data-node": option.id },
        make("b", {}, option.letter),
        " ",
        make("span", {}, option.text),
        isRight(option) ? [" ", make("span", { class: "note" }, "right")] : null,
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
