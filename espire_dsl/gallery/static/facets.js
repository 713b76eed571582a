/* Facets: which tasks fit what is chosen, and how many each option would give. */

const FACETS = ["suite", "action", "aspect", "granularity", "level", "type", "family"];
const ORDERED = ["easy", "medium", "hard"];

/** The options of each facet in their order; tags come with theirs, and are facets from then on. */
function optionsOf(tasks, tags) {
  FACETS.push(...Object.keys(tags).map((tag) => `tag:${tag}`));
  return Object.fromEntries(
    FACETS.map((facet) => {
      const order = facet.startsWith("tag:") ? tags[facet.slice(4)] : ORDERED;
      const rank = (value) => (order.includes(value) ? order.indexOf(value) : order.length);
      const values = [...new Set(tasks.map((task) => task[facet]))];
      return [facet, values.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))];
    }),
  );
}

/**
 * The tasks that fit, and for each facet how many tasks each option has when the others stay as they are.
 * A task that fails one facet only still counts for the options of that one.
 */
function tally(tasks, chosen, words) {
  const fitting = [];
  const counts = Object.fromEntries(FACETS.map((facet) => [facet, new Map()]));
  const active = FACETS.filter((facet) => chosen[facet].size);
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  for (const task of tasks) {
    if (!wanted.every((word) => task.searched.includes(word))) continue;
    const failed = active.filter((facet) => !chosen[facet].has(task[facet]));
    if (failed.length > 1) continue;
    if (!failed.length) fitting.push(task);
    for (const facet of failed.length ? failed : FACETS) {
      counts[facet].set(task[facet], (counts[facet].get(task[facet]) ?? 0) + 1);
    }
  }
  return { fitting, counts };
}
