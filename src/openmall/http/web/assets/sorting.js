// Moves the items of a list with the mouse or a finger. Buttons do the same without a script.
//   data-sorts    a list whose order is written, as the data-place of its items joined by commas,
//                 into the field of that name in its form
//   data-grip     the part of an item by which it is moved
//   data-moved    what is announced after a move
(() => {
  "use strict";

  function sortable(list) {
    const field = list.closest("form").elements[list.dataset.sorts];
    const status = document.createElement("p");
    status.className = "hint";
    status.setAttribute("role", "status");
    list.before(status);
    let moved = null;

    list.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || event.target.closest("button, a, input, select, textarea")) return;
      const grip = event.target.closest("[data-grip]");
      if (!grip) return;
      event.preventDefault();
      moved = grip.closest("[data-place]");
      moved.classList.add("moving");
    });

    // the pointer may leave the list while it moves an item
    document.addEventListener("pointermove", (event) => {
      if (!moved) return;
      const others = [...list.children].filter((each) => each !== moved);
      const next = others.find((each) => {
        const box = each.getBoundingClientRect();
        return event.clientY < box.top + box.height / 2;
      });
      if (next !== moved.nextElementSibling) list.insertBefore(moved, next ?? null);
    });

    const end = () => {
      if (!moved) return;
      moved.classList.remove("moving");
      moved = null;
      const order = [...list.children].map((each) => each.dataset.place).join(",");
      if (order !== field.value) {
        field.value = order;
        status.textContent = list.dataset.moved;
      }
    };
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  }

  document.querySelectorAll("[data-sorts]").forEach(sortable);
})();
