/* State: what is chosen stands in the address after the #, so that links and the back button work. */

const PAGE_SIZE = 60;

function readState(hash = location.hash) {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    chosen: Object.fromEntries(FACETS.map((facet) => [facet, new Set(values.getAll(facet))])),
    words: values.get("q") ?? "",
    page: Math.max(1, Number.parseInt(values.get("page") ?? "1", 10) || 1),
    task: values.get("task"),
  };
}

function hashOf(state) {
  const values = new URLSearchParams();
  for (const facet of FACETS)
    for (const value of [...state.chosen[facet]].sort()) values.append(facet, value);
  if (state.words) values.set("q", state.words);
  if (state.page > 1) values.set("page", state.page);
  if (state.task) values.set("task", state.task);
  return `#${values}`;
}

const isFiltered = (state) => Boolean(state.words) || FACETS.some((facet) => state.chosen[facet].size);
const noFilters = () => readState("");

/** The state with an option of a facet taken or left. */
function toggled(state, facet, value) {
  const taken = new Set(state.chosen[facet]);
  if (!taken.delete(value)) taken.add(value);
  return { ...state, chosen: { ...state.chosen, [facet]: taken }, page: 1, task: null };
}
