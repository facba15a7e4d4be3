// Products in the back office. Everything works without it by buttons and file fields.
//   data-drop   a box with a file field and its button: several files may be chosen or dropped on
//               it, each is sent by itself; its text comes before the names of files that were
//               refused, each with its reason. `data-most` is how many megabytes a file may have,
//               `data-large` what is said of a larger one. What was typed elsewhere in the form is kept (kept_input.js).
(() => {
  "use strict";

  async function send(box, files) {
    const field = box.querySelector("input[type=file]");
    const region = box.querySelector("[role=alert]");
    const form = field.form;
    const refused = [];
    box.setAttribute("aria-busy", "true");
    for (const file of files) {
      if (file.size > box.dataset.most * 1024 * 1024) {
        refused.push(`${file.name}: ${box.dataset.large}`);
        continue;
      }
      const body = new FormData();
      body.set("form_token", form.elements.form_token.value);
      body.set("deed", box.querySelector("button").value);
      body.set(field.name, file);
      const answer = await fetch(form.action, { method: "POST", body });
      if (answer.ok) continue;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      // the reason stands beside the field; what answers no form of this page has it in an alert
      const problem = page.querySelector(".problem") ?? page.querySelector(".alert:not([hidden])");
      refused.push(`${file.name}: ${problem ? problem.textContent.trim() : answer.status}`);
    }
    box.removeAttribute("aria-busy");
    field.value = "";
    if (!refused.length) {
      document.dispatchEvent(new CustomEvent("openmall:leaving"));
      location.assign(location.pathname + location.search.replace(/[?&]done=[^&]*/, ""));
      return;
    }
    const list = document.createElement("ul");
    for (const each of refused) {
      const item = document.createElement("li");
      item.textContent = each;
      list.append(item);
    }
    region.replaceChildren(box.dataset.drop, list);
    region.hidden = false;
  }

  document.querySelectorAll("[data-drop]").forEach((box) => {
    const field = box.querySelector("input[type=file]");
    field.multiple = true;
    box.querySelector("button").addEventListener("click", (event) => {
      if (!field.files.length) return;
      event.preventDefault();
      send(box, [...field.files]);
    });
    box.addEventListener("dragover", (event) => { event.preventDefault(); box.classList.add("over"); });
    box.addEventListener("dragleave", () => box.classList.remove("over"));
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      box.classList.remove("over");
      const files = [...event.dataTransfer.files];
      if (files.length) send(box, files);
    });
  });
})();
