// Moves the items of a list, or of a grid, with the mouse or a finger. Buttons do the same without
// a script.
//   data-sorts    a list whose order is written, as the data-place of its items joined by commas,
//                 into the field of that name in its form; what has no data-place stays at the end
//   data-form     the id of that form, where it is not around the list
//   data-grip     the part of an item by which it is moved
//   data-moved    what is announced after a move; without it the form is sent, with the place of
//                 the item in its field `moved`, if there is one
//   data-levels   a tree of so many levels: items have their data-level and are followed by those
//                 below themselves, which move along; a move to the right puts an item below another
//                 one, and the order is written as place:level
(() => {
  "use strict";

  const INDENT = 24;

  function sortable(list) {
    const form = list.dataset.form ? document.getElementById(list.dataset.form) : list.closest("form");
    const field = form.elements[list.dataset.sorts];
    const levels = Number(list.dataset.levels || 0);
    const status = document.createElement("p");
    status.className = "hint";
    status.setAttribute("role", "status");
    if (list.dataset.moved) list.before(status);
    let moved = null;
    let branch = [];
    let start = null;
    const items = () => [...list.children].filter((each) => "place" in each.dataset);
    const end = () => [...list.children].find((each) => !("place" in each.dataset)) ?? null;
    const level = (item) => Number(item.dataset.level);
    const written = () =>
      items().map((each) => each.dataset.place + (levels ? `:${each.dataset.level}` : "")).join(",");

    function below(item) {
      const found = [];
      for (let next = item.nextElementSibling; next && level(next) > level(item); next = next.nextElementSibling) {
        found.push(next);
      }
      return found;
    }

    function show(item, to) {
      item.classList.replace(`level-${level(item)}`, `level-${to}`);
      item.dataset.level = to;
    }

    // the item is as deep as the pointer says, as far as its neighbours and its branch allow it
    function deepen(right) {
      const before = moved.previousElementSibling;
      const after = (branch.at(-1) ?? moved).nextElementSibling;
      const deepest = Math.max(0, ...branch.map((each) => level(each) - level(moved)));
      const most = Math.min(before ? level(before) + 1 : 1, levels - deepest);
      const least = Math.min(after ? level(after) : 1, most);
      const step = Math.max(least, Math.min(most, start.level + Math.round(right / INDENT))) - level(moved);
      if (step) [moved, ...branch].forEach((each) => show(each, level(each) + step));
    }

    list.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.target.closest("button, a, input, select, textarea")) return;
      const grip = event.target.closest("[data-grip]");
      if (!grip) return;
      event.preventDefault();
      moved = grip.closest("[data-place]");
      branch = levels ? below(moved) : [];
      start = { x: event.clientX, level: level(moved), order: written() };
      [moved, ...branch].forEach((each) => each.classList.add("moving"));
    });

    // the pointer may leave the list while it moves an item
    document.addEventListener("pointermove", (event) => {
      if (!moved) return;
      const others = items().filter((each) => each !== moved && !branch.includes(each));
      const boxes = items().slice(0, 2).map((each) => each.getBoundingClientRect());
      const grid = boxes.length > 1 && boxes[0].top === boxes[1].top;
      const next = others.find((each) => {
        const box = each.getBoundingClientRect();
        if (!grid) return event.clientY < box.top + box.height / 2;
        return event.clientY < box.top || (event.clientY < box.bottom && event.clientX < box.left + box.width / 2);
      });
      const before = next ?? end();
      if (before !== (branch.at(-1) ?? moved).nextElementSibling) {
        [moved, ...branch].forEach((each) => list.insertBefore(each, before));
      }
      if (levels) deepen(event.clientX - start.x);
    });

    const drop = () => {
      if (!moved) return;
      const place = moved.dataset.place;
      [moved, ...branch].forEach((each) => each.classList.remove("moving"));
      moved = null;
      const order = written();
      if (order === start.order) return;
      field.value = order;
      if (list.dataset.moved) {
        status.textContent = list.dataset.moved;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        return;
      }
      if (form.elements.moved) form.elements.moved.value = place;
      form.requestSubmit();
    };
    document.addEventListener("pointerup", drop);
    document.addEventListener("pointercancel", drop);
  }

  document.querySelectorAll("[data-sorts]").forEach(sortable);
})();
