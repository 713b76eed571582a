/* The page: draws what the address asks for, and writes into the address what is asked for here. */

const panel = byId("detail");
let known, updateFilters, state, shown;
let openedHere = false;

function go(next, { replace = false } = {}) {
  const hash = hashOf(next);
  if (hash === (location.hash || "#")) return;
  if (replace) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  route();
}

function route() {
  const before = state;
  state = readState();
  const same = before && hashOf({ ...before, task: null }) === hashOf({ ...state, task: null });
  if (!same) drawResults(before);
  drawDetail(before);
}

function drawResults(before) {
  const { fitting, counts } = tally(known.tasks, state.chosen, state.words);
  shown = fitting;
  state.page = Math.min(state.page, Math.max(1, Math.ceil(fitting.length / PAGE_SIZE)));
  updateFilters(state, counts);
  if (byId("words") !== document.activeElement) byId("words").value = state.words;
  const first = (state.page - 1) * PAGE_SIZE,
    page = fitting.slice(first, first + PAGE_SIZE);
  nearby.disconnect();
  byId("results").replaceChildren(
    ...page.map((task) => buildCard(task, known.scenes.get(task.scene), known.masks, state)),
  );
  for (const nav of document.querySelectorAll("nav.pages"))
    nav.replaceChildren(...buildPages(state, fitting.length));
  byId("nothing").hidden = fitting.length > 0;
  byId("clear").hidden = !isFiltered(state);
  byId("status").textContent = statusText(fitting.length, first, page.length);
  const chosen = FACETS.reduce((sum, facet) => sum + state.chosen[facet].size, 0);
  byId("open-filters").textContent = chosen ? `Filters (${chosen})` : "Filters";
  if (before && before.page !== state.page) scrollTo({ top: 0 });
}

function statusText(fitting, first, size) {
  const all = known.tasks.length;
  const of =
    fitting === all ? counted(all, "task") : `${fitting.toLocaleString("en")} of ${counted(all, "task")}`;
  return fitting > PAGE_SIZE
    ? `${of}, showing ${(first + 1).toLocaleString("en")}–${(first + size).toLocaleString("en")}`
    : of;
}

function drawDetail(before) {
  const task = state.task ? known.tasks.find((one) => one.id === state.task) : null;
  if (!task) {
    if (panel.open) panel.close();
    openedHere = false;
    return;
  }
  if (panel.open && before?.task === state.task) return;
  const place = shown.indexOf(task);
  const to = (index) =>
    shown[index] && place >= 0 ? () => go({ ...state, task: shown[index].id }, { replace: true }) : null;
  const where =
    place < 0
      ? "outside of the filters"
      : `${(place + 1).toLocaleString("en")} of ${shown.length.toLocaleString("en")}`;
  panel.replaceChildren(
    ...buildDetail(task, known.scenes.get(task.scene), known.masks, where, {
      before: to(place - 1),
      after: to(place + 1),
      close: closeDetail,
    }),
  );
  if (!panel.open) {
    openedHere = Boolean(before) && !before.task;
    panel.showModal();
  }
  panel.scrollTop = 0;
  byId("instruction").focus({ preventScroll: true });
}

/** Back to where the panel was opened from; a page that was opened with a task has nothing to go back to. */
function closeDetail() {
  if (openedHere) history.back();
  else go({ ...state, task: null }, { replace: true });
}

function listen() {
  addEventListener("hashchange", route);
  addEventListener("popstate", route);
  panel.addEventListener("cancel", (event) => {
    event.preventDefault();
    closeDetail();
  });
  panel.addEventListener("click", (event) => {
    if (event.target === panel) closeDetail();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") panel.querySelector('[aria-label="Task before"]').click();
    if (event.key === "ArrowRight") panel.querySelector('[aria-label="Next task"]').click();
  });
  lightUp(panel);
  byId("search").addEventListener("submit", (event) => event.preventDefault());
  byId("words").addEventListener("input", (event) =>
    go({ ...state, words: event.target.value.trim(), page: 1, task: null }, { replace: true }),
  );
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("results").focus();
  });
  byId("mark").addEventListener("change", () => drawResults(state));
  for (const id of ["clear", "clear-all"])
    byId(id).addEventListener("click", () => {
      byId("words").value = "";
      go(noFilters());
    });
  byId("open-filters").addEventListener("click", () => {
    byId("open-filters").setAttribute("aria-expanded", String(byId("filters").classList.toggle("open")));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !panel.open && !event.target.closest("input")) {
      event.preventDefault();
      byId("words").focus();
    }
  });
}

function aboutText({ about, tasks, scenes }) {
  const version = about.versions?.package ? `espire-dsl ${about.versions.package}` : null;
  return [
    counted(tasks.length, "task"),
    counted(scenes.size, "scene"),
    about.tasks ? `the first of a set of ${about.tasks.toLocaleString("en")} tasks` : null,
    about.seed === null ? null : `seed ${about.seed}`,
    version,
  ]
    .filter(Boolean)
    .join(" · ");
}

async function start() {
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser cannot unpack the tasks; a newer one can");
  known = await unpack(byId("data").textContent);
  byId("data").remove();
  byId("about").textContent = aboutText(known);
  byId("marking").hidden = known.masks.length === 0;
  updateFilters = buildFilters(byId("filters"), optionsOf(known.tasks, known.tags), (facet, value) =>
    go(toggled(state, facet, value)),
  );
  listen();
  route();
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  byId("status").textContent = `The tasks cannot be shown: ${error.message}`;
  throw error;
});
