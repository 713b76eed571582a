/* What a person has answered, kept in the browser where that is possible, and as a file of predictions. */

const DATA = JSON.parse(document.getElementById("data").textContent);
const TASKS = DATA.tasks;
const KEY = `espire-people-${DATA.key}`;

const state = { name: "", place: 0, answers: {}, ...remembered() };

/** What this page kept the last time; anything else that stands there is as good as nothing. */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    const known = TASKS.filter((task) => Object.hasOwn(kept.answers, task.id) && fits(task, kept.answers[task.id]));
    return {
      name: typeof kept.name === "string" ? kept.name : "",
      place: Number.isInteger(kept.place) ? Math.max(0, Math.min(TASKS.length, kept.place)) : 0,
      answers: Object.fromEntries(known.map((task) => [task.id, kept.answers[task.id]])),
    };
  } catch {
    return {};
  }
}

function fits(task, answer) {
  const isList = Array.isArray(answer);
  if (task.kind === "point") return isList && answer.length === 2 && answer.every(Number.isFinite);
  return task.kind === "list" ? isList && answer.every((part) => typeof part === "string") : typeof answer === "string";
}

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
    return true;
  } catch {
    return false; // a private window, or no room: the file is still there to be saved
  }
}

function answerOf(task) {
  const answer = state.answers[task.id];
  if (answer === undefined) return null;
  if (task.kind === "list" && answer.length < task.options.length) return null;
  return answer;
}

function setAnswer(task, answer) {
  if (answer === null) delete state.answers[task.id];
  else state.answers[task.id] = answer;
  remember();
}

const openTasks = () => TASKS.filter((task) => answerOf(task) === null);

/** A line a task, those without an answer too: they were asked, and count as wrong. */
function predictions() {
  const lines = TASKS.map((task) => {
    const answer = answerOf(task);
    if (task.kind === "point") return { task: task.id, points: answer === null ? [] : [answer] };
    return { task: task.id, answer };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function fileName() {
  const plain = state.name.normalize("NFKD").replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "");
  return `${plain || "person"}.jsonl`;
}

function save() {
  const url = URL.createObjectURL(new Blob([predictions()], { type: "application/jsonl" }));
  const link = make("a", { href: url, download: fileName() });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
