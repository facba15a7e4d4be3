// Products in the back office. Everything works without it by buttons and file fields.
//   data-drop   a form with a file field: several files may be chosen or dropped on it, each is
//               sent by itself; its text comes before the names of files that were refused
//   data-ticks  a box that ticks every box of its table; nobody sees it without scripts
(() => {
  "use strict";

  async function send(form, files) {
    const field = form.querySelector("input[type=file]");
    const region = form.querySelector("[role=alert]");
    const refused = [];
    form.setAttribute("aria-busy", "true");
    for (const file of files) {
      const body = new FormData(form);
      body.set(field.name, file);
      const answer = await fetch(form.action, { method: "POST", body });
      if (answer.ok) continue;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const problem = page.querySelector(".problem, .alert, h1");
      refused.push(`${file.name}: ${problem ? problem.textContent.trim() : answer.status}`);
    }
    form.removeAttribute("aria-busy");
    if (!refused.length) { location.assign(location.pathname + location.search.replace(/[?&]done=[^&]*/, "")); return; }
    region.textContent = `${form.dataset.drop} ${refused.join("; ")}`;
    region.hidden = false;
    field.value = "";
  }

  document.querySelectorAll("form[data-drop]").forEach((form) => {
    const field = form.querySelector("input[type=file]");
    field.multiple = true;
    form.addEventListener("submit", (event) => { event.preventDefault(); send(form, [...field.files]); });
    form.addEventListener("dragover", (event) => { event.preventDefault(); form.classList.add("over"); });
    form.addEventListener("dragleave", () => form.classList.remove("over"));
    form.addEventListener("drop", (event) => {
      event.preventDefault();
      form.classList.remove("over");
      const files = [...event.dataTransfer.files];
      if (files.length) send(form, files);
    });
  });

  document.querySelectorAll("[data-ticks]").forEach((every) => {
    const boxes = [...every.closest("table").querySelectorAll("tbody input[type=checkbox]")];
    every.hidden = false;
    every.addEventListener("change", () => boxes.forEach((box) => { box.checked = every.checked; }));
  });
})();
