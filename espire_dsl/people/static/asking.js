/* Forms of answers: options, letters in an order, yes or no, a number or a word. */

const HINTS = {
  point: "Click or tap where it is.",
  yes_no: "Y or N.",
  choice: "Choose one.",
  list: "Choose all of them, in the order that is asked for.",
  number: "Type a number.",
  label: "Type a word.",
};
const YES_NO = [
  ["Y", "yes"],
  ["N", "no"],
];

const optionsOf = (task) => (task.kind === "yes_no" ? YES_NO : task.options);

function formOf(task, changed) {
  if (task.kind === "point") return [];
  if (optionsOf(task).length) return choices(task, changed);
  const input = make("input", {
    id: "typed",
    autocomplete: "off",
    "aria-labelledby": "sentence",
    inputmode: task.kind === "number" ? "decimal" : "text",
    maxlength: 60,
    input: () => changed(input.value.trim() === "" ? null : input.value.trim(), false),
  });
  input.value = answerOf(task) ?? "";
  return task.unit ? [input, make("span", {}, task.unit)] : [input];
}

function choices(task, changed) {
  const buttons = optionsOf(task).map(([letter, text]) =>
    make(
      "button",
      {
        type: "button",
        class: "option",
        "data-letter": letter,
        "aria-pressed": isChosen(task, letter, text),
        click: () => changed(choosing(task, letter, text), true),
      },
      make("span", { class: "letter" }, letter),
      make("span", {}, text),
    ),
  );
  if (task.kind !== "list") return buttons;
  const told = (state.answers[task.id] ?? []).join(", ") || "nothing yet";
  return [...buttons, make("p", { class: "picked" }, `Your order: ${told}`)];
}

function isChosen(task, letter, text) {
  const answer = state.answers[task.id];
  if (task.kind === "list") return (answer ?? []).includes(letter);
  return answer === (task.kind === "yes_no" ? text : letter);
}

/** The answer after an option was chosen; one that stands in a list already leaves it. */
function choosing(task, letter, text) {
  if (task.kind !== "list") return task.kind === "yes_no" ? text : letter;
  const before = state.answers[task.id] ?? [];
  const after = before.includes(letter) ? before.filter((one) => one !== letter) : [...before, letter];
  return after.length ? after : null;
}

function isTyping(event) {
  return event.target instanceof HTMLInputElement;
}
