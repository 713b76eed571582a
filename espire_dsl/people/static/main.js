/* The way through the tasks. */

const current = () => TASKS[state.place];

function screen(id) {
  for (const one of ["welcome", "work", "end"]) byId(one).hidden = one !== id;
}

function show(place) {
  state.place = place;
  remember();
  if (place >= TASKS.length) return showEnd();
  screen("work");
  const task = current();
  byId("place").textContent = `${place + 1} of ${TASKS.length}`;
  byId("progress").max = TASKS.length;
  byId("progress").value = TASKS.length - openTasks().length;
  byId("sentence").textContent = task.text;
  const [width, height] = sizeOf(task);
  byId("view").width = width;
  byId("view").height = height;
  byId("view").src = pictureOf(task);
  refresh(true);
  byId("hint").textContent = HINTS[task.kind];
  byId("back").disabled = place === 0;
  window.scrollTo(0, 0);
  (byId("typed") ?? byId("sentence")).focus({ preventScroll: true });
  return undefined;
}

/** Draw the answer as it is now; a field that is being typed into stays. */
function refresh(form) {
  const task = current();
  if (form) byId("form").replaceChildren(...formOf(task, answered));
  showPoint(task);
  byId("next").disabled = answerOf(task) === null;
  byId("skip").hidden = answerOf(task) !== null;
  byId("progress").value = TASKS.length - openTasks().length;
}

function answered(answer, form) {
  setAnswer(current(), answer);
  const focused = document.activeElement?.dataset?.letter;
  refresh(form);
  if (form && focused) byId("form").querySelector(`[data-letter="${focused}"]`)?.focus();
}

function showEnd() {
  screen("end");
  const open = openTasks();
  byId("sum").textContent = `You answered ${TASKS.length - open.length} of ${counted(TASKS.length, "task")}.`;
  const links = open.map((task) =>
    make("button", { type: "button", click: () => show(TASKS.indexOf(task)) }, String(TASKS.indexOf(task) + 1)),
  );
  byId("open-ones").replaceChildren(...(open.length ? ["Still open, and counted as wrong: ", ...links] : []));
  byId("end").querySelector("h1").focus();
}

function pressed(event) {
  if (byId("work").hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  const task = current();
  if (event.key === "Enter") {
    const chosen = event.target.getAttribute?.("aria-pressed") === "true";
    const onOther = event.target instanceof HTMLButtonElement && !chosen;
    if (onOther || byId("next").disabled) return;
    event.preventDefault();
    show(state.place + 1);
  } else if (task.kind === "point" && event.key in MOVES) {
    event.preventDefault();
    answered(movedBy(task, answerOf(task), event.key, event.shiftKey), false);
  } else if (!isTyping(event)) {
    const letter = event.key.toUpperCase();
    const option = optionsOf(task).find(([one]) => one === letter);
    if (option) answered(choosing(task, ...option), true);
  }
}

byId("how-many").textContent = counted(TASKS.length, "task");
byId("name").value = state.name;
if (Object.keys(state.answers).length) {
  byId("kept").textContent = `You answered ${TASKS.length - openTasks().length} before; you go on where you were.`;
} else if (!remember()) {
  byId("kept").textContent = "This browser keeps nothing: save your answers before you close the page.";
}
byId("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  state.name = byId("name").value.trim();
  show(Math.min(state.place, TASKS.length));
});
byId("frame").addEventListener("click", (event) => {
  if (current().kind === "point") answered(pointAt(current(), event), false);
});
byId("back").addEventListener("click", () => show(state.place - 1));
byId("skip").addEventListener("click", () => show(state.place + 1));
byId("next").addEventListener("click", () => show(state.place + 1));
byId("again").addEventListener("click", () => show(0));
for (const button of document.querySelectorAll(".save")) button.addEventListener("click", save);
document.addEventListener("keydown", pressed);
window.addEventListener("resize", () => byId("work").hidden || showPoint(current()));
document.documentElement.dataset.ready = "yes";
