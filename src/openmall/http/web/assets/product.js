// Products in the back office. Everything works without it by buttons and file fields.
//   data-product     the form of a product. Where pictures were chosen, it is sent without them, then
//                    each picture by itself; a refusal is shown in the page, which loses nothing then
//   data-media-box   a list of pictures (macro `media`) and its file field. Chosen files are shown
//                    and sent with the form. Its text comes before the names of refused files, each with its
//                    reason. `data-most` is how many megabytes a file may have, `data-large` what is said of a
//                    larger one, `data-sending` which picture is on its way
//   data-colour      a text field for a colour, beside which a picker is put; its text names the picker
//   data-grid        a table of variants: one row fills the ticked ones
(() => {
  "use strict";

  const LEFT = "openmall refused pictures";
  const form = document.querySelector("form[data-product]");
  const changed = (field) => field.dispatchEvent(new Event("input", { bubbles: true }));

  // pictures: chosen, shown, put in order and removed; all of it is saved with the form
  function media(box) {
    const field = box.querySelector("input[type=file]");
    const list = box.querySelector(".media");
    const region = box.querySelector("[role=alert]");
    const adding = field.closest("li");
    const order = form.elements[list.dataset.sorts];
    const tiles = () => [...list.children].filter((each) => "place" in each.dataset);
    let chosen = [];

    function refuse(lines) {
      const items = lines.map((each) => Object.assign(document.createElement("li"), { textContent: each }));
      const inner = document.createElement("ul");
      inner.append(...items);
      region.replaceChildren(box.dataset.mediaBox, inner);
      region.hidden = !lines.length;
    }

    function hold(files) {
      const kept = new DataTransfer();
      files.forEach((each) => kept.items.add(each));
      chosen = files;
      field.files = kept.files;
      list.querySelectorAll(".staged").forEach((each) => each.remove());
      files.forEach((file) => adding.before(staged(file)));
      changed(field);
    }

    function staged(file) {
      const tile = document.createElement("li");
      tile.className = "staged";
      const canvas = Object.assign(document.createElement("canvas"), { width: 240, height: 240 });
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", file.name);
      createImageBitmap(file).then((picture) => {
        const scale = Math.min(240 / picture.width, 240 / picture.height);
        const [wide, high] = [picture.width * scale, picture.height * scale];
        canvas.getContext("2d").drawImage(picture, (240 - wide) / 2, (240 - high) / 2, wide, high);
      }).catch(() => tile.append(file.name));
      const remove = Object.assign(document.createElement("button"), { type: "button", className: "small only-icon", textContent: "×" });
      remove.setAttribute("aria-label", `${box.dataset.remove}: ${file.name}`);
      remove.addEventListener("click", () => {
        const at = chosen.indexOf(file);
        hold(chosen.filter((each) => each !== file));
        // the button is gone: the focus goes on to the next one
        (list.querySelectorAll(".staged button")[at] ?? field).focus();
      });
      tile.append(canvas, remove);
      return tile;
    }

    function add(files) {
      const large = files.filter((each) => each.size > box.dataset.most * 1024 * 1024);
      refuse(large.map((each) => `${each.name}: ${box.dataset.large}`));
      hold([...chosen, ...files.filter((each) => !large.includes(each))]);
    }

    field.addEventListener("change", () => add([...field.files]));
    box.addEventListener("dragover", (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      adding.firstElementChild.classList.add("over");
    });
    box.addEventListener("dragleave", () => adding.firstElementChild.classList.remove("over"));
    box.addEventListener("drop", (event) => {
      event.preventDefault();
      adding.firstElementChild.classList.remove("over");
      add([...event.dataTransfer.files]);
    });

    // what the buttons of a picture do at once without a script, they do here before it is saved
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button[name=move]");
      if (!button) return;
      event.preventDefault();
      const tile = button.closest("[data-place]");
      const all = tiles().filter((each) => !each.hidden);
      const at = all.indexOf(tile);
      const deed = button.value.split("-")[0];
      if (deed === "main") list.prepend(tile);
      else if (deed === "earlier" && at) all[at - 1].before(tile);
      else if (deed === "later" && all[at + 1]) all[at + 1].after(tile);
      else if (deed === "remove") {
        tile.querySelector("input[type=checkbox]").checked = true;
        tile.hidden = true;
        tiles().at(-1).after(tile);
      }
      tile.querySelector("details").open = false;
      // a button of a closed menu, or of a picture that is gone, cannot keep the focus
      const kept = deed === "remove" ? tiles().filter((each) => !each.hidden)[at] : tile;
      (kept?.querySelector("summary") ?? field).focus();
      order.value = tiles().map((each) => each.dataset.place).join(",");
      changed(order);
    });
    // the order of a refused form
    order.value.split(",").forEach((place) => {
      const tile = tiles().find((each) => each.dataset.place === place);
      if (tile) adding.before(tile);
    });
    try {
      const left = JSON.parse(sessionStorage.getItem(LEFT));
      sessionStorage.removeItem(LEFT);
      if (left && location.pathname === left.path) refuse(left.refused);
    } catch { /* nothing was left */ }
    return { field, region, refuse, files: () => chosen };
  }

  // a refused form: what is wrong is put beside the fields, which keep what they have
  function show(page) {
    const stale = [...document.querySelectorAll("main #problem, main form .problem")];
    stale.forEach((each) => each.remove());
    form.querySelectorAll("[aria-invalid]").forEach((each) => {
      each.removeAttribute("aria-invalid");
      each.closest(".field")?.classList.remove("wrong");
    });
    form.elements.once.value = page.querySelector("form[data-product] [name=once]")?.value ?? form.elements.once.value;
    const alert = page.querySelector("#problem, main .alert:not([hidden])");
    if (alert) form.before(document.importNode(alert, true));
    let first = alert ? form.previousElementSibling : form;
    page.querySelectorAll("form[data-product] [aria-invalid][name]").forEach((wrong) => {
      const field = form.elements[wrong.name];
      const said = page.getElementById((wrong.getAttribute("aria-describedby") ?? "").split(" ")[0]);
      if (!(field instanceof Element)) return;
      field.setAttribute("aria-invalid", "true");
      field.closest(".field")?.classList.add("wrong");
      // a value that was changed elsewhere: saving again replaces it knowingly
      const was = form.elements[`was-${wrong.name}`];
      if (was) was.value = page.querySelector(`form[data-product] [name="was-${CSS.escape(wrong.name)}"]`)?.value ?? was.value;
      if (said) {
        (field.closest(".with-unit") ?? field).after(document.importNode(said, true));
        field.setAttribute("aria-describedby", said.id);
      }
      for (let box = field.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
      first = field;
    });
    first.scrollIntoView({ block: "center" });
    if (first !== form) first.focus?.();
  }

  function upload(address, file, name, step) {
    return new Promise((done) => {
      const body = new FormData();
      body.set("form_token", form.elements.form_token.value);
      body.set("deed", "add-picture");
      body.set(name, file);
      const request = new XMLHttpRequest();
      request.open("POST", address);
      request.upload.addEventListener("progress", (event) => step(event.loaded / event.total));
      request.addEventListener("loadend", () => {
        if (request.status >= 200 && request.status < 300) return done("");
        const page = new DOMParser().parseFromString(request.responseText, "text/html");
        const problem = page.querySelector(".problem") ?? page.querySelector(".alert:not([hidden])");
        return done(`${file.name}: ${problem ? problem.textContent.trim() : request.status}`);
      });
      request.send(body);
    });
  }

  function sending(pictures) {
    let busy = false;
    let plainly = false;
    form.addEventListener("submit", async (event) => {
      const files = pictures.files();
      if (plainly || event.defaultPrevented || (!busy && !files.length)) return;
      event.preventDefault();
      if (busy) return;
      busy = true;
      const bar = form.querySelector(".media-progress");
      form.setAttribute("aria-busy", "true");
      try {
        const body = new FormData(form, event.submitter);
        body.delete(pictures.field.name);
        const answer = await fetch(form.action, { method: "POST", body });
        const text = await answer.text();
        if (!answer.ok) {
          const page = new DOMParser().parseFromString(text, "text/html");
          // another page than this one, such as that of a session that has ended: it is shown by the browser
          plainly = !page.querySelector("form[data-product]");
          if (plainly) form.requestSubmit(event.submitter);
          else show(page);
          return;
        }
        // with the number of a new product
        const saved = new URL(answer.url);
        const address = new URL(saved);
        address.searchParams.delete("done");
        const refused = [];
        bar.hidden = false;
        bar.scrollIntoView({ block: "center" });
        for (const [at, file] of files.entries()) {
          bar.querySelector("label").textContent = pictures.region.parentElement.dataset.sending.replace("{at}", at + 1).replace("{of}", files.length);
          const problem = await upload(address.href, file, pictures.field.name, (share) => {
            bar.querySelector("progress").value = (100 * (at + share)) / files.length;
          });
          if (problem) refused.push(problem);
        }
        if (refused.length) sessionStorage.setItem(LEFT, JSON.stringify({ path: saved.pathname, refused }));
        if (saved.searchParams.get("done") === "same") saved.searchParams.set("done", "add-picture");
        if (refused.length === files.length && saved.searchParams.get("done") === "add-picture") saved.searchParams.delete("done");
        document.dispatchEvent(new CustomEvent("openmall:saved", { detail: form }));
        location.assign(saved.href);
      } finally {
        busy = false;
        form.removeAttribute("aria-busy");
        bar.hidden = true;
      }
    });
  }

  function colours() {
    document.querySelectorAll("[data-colour]").forEach((field) => {
      const picker = Object.assign(document.createElement("input"), { type: "color" });
      picker.setAttribute("aria-label", field.dataset.colour);
      const show = () => {
        const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(field.value);
        const full = short ? `#${short.slice(1).map((each) => each + each).join("")}` : field.value;
        // a picker has no empty colour
        picker.value = /^#[0-9a-f]{6}$/i.test(full) ? full : "#ffffff";
      };
      show();
      field.addEventListener("input", show);
      picker.addEventListener("input", () => {
        field.value = picker.value;
        changed(field);
      });
      field.before(picker);
    });
  }

  function grid(box) {
    const every = box.querySelector("[data-grid-every]");
    const ticks = [...box.querySelectorAll("input[name^=row-]")];
    const fields = [...box.querySelectorAll(".grid-all :is(input, select)")];
    const apply = box.querySelector("[data-grid-apply]");
    const show = () => {
      const count = ticks.filter((each) => each.checked).length;
      every.checked = count > 0 && count === ticks.length;
      every.indeterminate = count > 0 && count < ticks.length;
      apply.disabled = !count || !fields.some((each) => each.value.trim());
    };
    const fill = () => {
      for (const tick of ticks.filter((each) => each.checked)) {
        for (const from of fields.filter((each) => each.value.trim())) {
          const to = form.elements[from.name.replace("all", tick.name.replace("row-", "")).replace(/^(\d+)-(.*)$/, "$2-$1")];
          const field = to instanceof RadioNodeList ? [...to].find((each) => each.type === "checkbox") : to;
          if (field.type === "checkbox") field.checked = from.value === "T";
          else field.value = from.value.trim();
        }
      }
      for (const each of fields) each.value = "";
      // the button, which is disabled then, cannot keep the focus
      if (document.activeElement === apply) fields[0].focus();
      show();
      changed(fields[0]);
    };
    every.hidden = apply.hidden = false;
    box.querySelector("[data-grid-hint]").hidden = true;
    every.addEventListener("change", () => {
      ticks.forEach((each) => { each.checked = every.checked; });
      show();
    });
    box.addEventListener("change", show);
    box.addEventListener("input", show);
    apply.addEventListener("click", fill);
    fields.forEach((each) => each.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || apply.disabled) return;
      event.preventDefault();
      fill();
    }));
    show();
  }

  if (!form) return;
  colours();
  document.querySelectorAll("[data-grid]").forEach(grid);
  const box = document.querySelector("[data-media-box]");
  if (box) sending(media(box));
})();
