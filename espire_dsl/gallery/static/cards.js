/* Cards: one page of tasks, each a link to its details. */

const nearby = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearby.unobserve(target);
      target.dispatchEvent(new Event("near"));
    }
  },
  { rootMargin: "600px" },
);

function buildCard(task, scene, masks, state) {
  const figure = make("div", { class: "shot", near: () => figure.prepend(cardPicture(task, scene)) });
  nearby.observe(figure);
  const card = make(
    "a",
    { class: "card", href: hashOf({ ...state, task: task.id }), "data-task": task.id },
    figure,
    make("p", { class: "said" }, task.instruction),
    make(
      "p",
      { class: "chips" },
      make("span", { class: "chip type" }, task.type),
      make("span", { class: `chip level ${task.level}` }, task.level),
      make("span", { class: "chip family" }, dotted(task.family)),
    ),
  );
  const show = () => {
    if (!figure.querySelector("canvas")) figure.append(maskCanvas(task, masks, task.answers) ?? "");
  };
  const hide = () => {
    if (!byId("mark").checked) figure.querySelector("canvas")?.remove();
  };
  card.addEventListener("pointerenter", show);
  card.addEventListener("pointerleave", hide);
  card.addEventListener("focus", show);
  card.addEventListener("blur", hide);
  if (byId("mark").checked) show();
  return make("li", {}, card);
}

/** Made when the card comes near what is seen: the task's view, or a drawing where there is no picture. */
function cardPicture(task, scene) {
  if (!scene) return make("span", { class: "empty" }, "no scene");
  if (scene.pictures.includes(task.view)) return imageOf(scene, task.view, "");
  const drawing = ["slot", "space"].includes(task.candidate_kind)
    ? elevationOf(task, scene, true)
    : planOf(task, scene, true);
  return drawing ?? make("span", { class: "empty" }, "no picture");
}

/** Links to the page before and the page after, and where one is. */
function buildPages(state, total) {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1) return [];
  const link = (page, text, name) =>
    page >= 1 && page <= last
      ? make("a", { class: "button", href: hashOf({ ...state, page, task: null }), "aria-label": name }, text)
      : make("span", { class: "button off", "aria-hidden": "true" }, text);
  return [
    link(state.page - 1, "←", "Page before"),
    make("span", { class: "where" }, `${state.page} / ${last}`),
    link(state.page + 1, "→", "Next page"),
  ];
}
