/* Filters: one group of options for each facet, with counts. */

const LONG = 12;

/** Builds the groups once; `update` then brings counts and ticks in line with a state. */
function buildFilters(place, options, choose) {
  const groups = FACETS.filter((facet) => options[facet].length).map((facet) =>
    buildGroup(facet, options[facet], choose),
  );
  place.replaceChildren(...groups.map((group) => group.element));
  return (state, counts) =>
    groups.forEach((group) => group.update(state.chosen[group.facet], counts[group.facet]));
}

function buildGroup(facet, values, choose) {
  const rows = values.map((value) => {
    const box = make("input", { type: "checkbox", name: facet, value, change: () => choose(facet, value) });
    const count = make("span", { class: "count" });
    return {
      value,
      box,
      count,
      element: make("label", { class: "option" }, box, make("span", { class: "name" }, dotted(value)), count),
    };
  });
  const list = make(
    "div",
    { class: "options" },
    rows.map((row) => row.element),
  );
  const finder = values.length > LONG ? buildFinder(facet, rows) : null;
  const element = make(
    "fieldset",
    { class: classes("group", finder && "long"), "data-facet": facet },
    make("legend", {}, facet),
    finder,
    list,
  );
  const update = (taken, counts) => {
    for (const row of rows) {
      const number = counts.get(row.value) ?? 0;
      row.box.checked = taken.has(row.value);
      row.count.textContent = number.toLocaleString("en");
      row.element.classList.toggle("zero", number === 0 && !row.box.checked);
    }
  };
  return { facet, element, update };
}

/** Dotted names may break at their dots. */
const dotted = (value) =>
  value.split(/(?<=\.)/).flatMap((part, place) => (place ? [make("wbr"), part] : [part]));

function buildFinder(facet, rows) {
  return make("input", {
    type: "search",
    class: "finder",
    placeholder: `Find a ${facet}`,
    "aria-label": `Find a ${facet}`,
    input: (event) => {
      const wanted = event.target.value.trim().toLowerCase();
      for (const row of rows) row.element.hidden = !row.value.toLowerCase().includes(wanted);
    },
  });
}
