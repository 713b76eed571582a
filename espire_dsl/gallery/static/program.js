/* Programs: a small tree, the answer at its top, with the set that each step gave. */

const MOST_CHIPS = 14;

function nodeChip(id, scene, task) {
  const node = scene.nodes.get(id);
  const text = node && ["near", "distant", "object"].includes(node.kind) ? node.name : id;
  return make(
    "span",
    {
      class: classes(
        "chip id",
        task.answers.includes(id) && "answer",
        task.references.includes(id) && "reference",
      ),
      "data-node": id,
      title: node ? titleOf(node) : null,
    },
    text,
  );
}

/** Ids as chips; of many, the first ones, and the others on request. */
function chipsOf(ids, scene, task) {
  if (ids.length <= MOST_CHIPS) return ids.map((id) => nodeChip(id, scene, task));
  const rest = ids.slice(MOST_CHIPS - 1);
  const more = make(
    "button",
    {
      type: "button",
      class: "chip more",
      click: () => more.replaceWith(...rest.map((id) => nodeChip(id, scene, task))),
    },
    `${rest.length} more`,
  );
  return [...ids.slice(0, MOST_CHIPS - 1).map((id) => nodeChip(id, scene, task)), more];
}

/** What a step gave: things as chips, anything else as text. */
function outcome(value, scene, task) {
  if (typeof value === "string" && scene.nodes.has(value)) return chipsOf([value], scene, task);
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) {
    return value.length ? chipsOf(value, scene, task) : [make("span", { class: "empty" }, "nothing")];
  }
  return value === null ? [] : [make("span", { class: "value" }, said(value))];
}

function programTree(task, scene) {
  const shown = new Set();
  const branch = (index) => {
    const [name, inputs, values, output, call] = task.steps[index];
    const again = shown.has(index) && inputs.length > 0;
    shown.add(index);
    const head = make(
      "div",
      { class: "step" },
      make("code", {}, make("b", {}, name), values.map((value) => ` ${said(value)}`).join("")),
      Array.isArray(output) && output.length
        ? make("span", { class: "size", title: counted(output.length, "thing") }, String(output.length))
        : null,
      again ? make("span", { class: "again" }, "as above") : null,
    );
    return make(
      "li",
      {},
      head,
      again ? null : make("div", { class: "set" }, outcome(output, scene, task)),
      again || call === null
        ? null
        : measures(task.calls[call], output, scene, task, index === task.steps.length - 1),
      again || !inputs.length ? null : make("ul", {}, inputs.map(branch)),
    );
  };
  return task.steps.length ? make("ul", { class: "tree" }, branch(task.steps.length - 1)) : null;
}

/** What a call measured of each candidate, in order; those that stay are marked. */
function measures(call, output, scene, task, open) {
  const rows = Object.entries(call?.measured ?? {});
  if (!rows.length) return null;
  const kept = new Set(Array.isArray(output) ? output : [output]);
  const order = (value) => (typeof value === "number" ? value : Infinity);
  rows.sort((a, b) => order(a[1]) - order(b[1]) || (a[0] < b[0] ? -1 : 1));
  const unit = typeof rows[0][1] === "number" && !Number.isInteger(rows[0][1]) ? call.unit : null;
  return make(
    "details",
    { class: "measured", open },
    make(
      "summary",
      {},
      `Measured${call.margin === undefined ? "" : `, margin ${said(call.margin, call.unit)}`}`,
    ),
    make(
      "div",
      { class: "scroll", tabindex: "0" },
      make(
        "table",
        {},
        make(
          "tbody",
          {},
          rows.map(([id, value]) =>
            make(
              "tr",
              { class: kept.has(id) ? "kept" : null, "data-node": id },
              make("th", { scope: "row" }, id),
              make("td", {}, said(value, unit)),
              make(
                "td",
                { class: "angle" },
                call.angles && id in call.angles ? `${said(call.angles[id], "deg")} off` : "",
              ),
              make("td", { class: "mark" }, kept.has(id) ? "✓" : ""),
            ),
          ),
        ),
      ),
    ),
  );
}
