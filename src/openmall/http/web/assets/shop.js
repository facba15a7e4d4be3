// What the sample shop's pages do in the browser beyond links and forms. Attributes say it:
//   data-sends    a select that sends its form when it changes
//   data-pictures a select whose options have a data-picture: the gallery shows that of the one chosen
//   .more-pictures links of a gallery: each shows its picture in place, as do a swipe and the arrow keys
//   data-choice   a radio button of a value of an option: values that make no combination on sale with
//                 the other choices are disabled, and the picture and surcharge of the one chosen shown
//   .languages    the form that changes the language: what was typed in the page's forms is kept over it
//   data-riddle   a field whose value, put behind this text, has a SHA-256 that begins with
//                 data-bits bits 0: that costs a machine that writes to everybody a moment each
(() => {
  "use strict";

  // Back and reload show the page again, not what a browser asks before it sends a form again
  history.replaceState(history.state, "", location.href);

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-sends]")) event.target.form.requestSubmit();
    if (event.target.matches("[data-pictures]")) show(event.target.selectedOptions[0]?.dataset);
    if (event.target.matches("[data-choice]")) choose(event.target);
  });

  const gallery = document.querySelector(".gallery");
  const pictures = [...(gallery?.querySelectorAll(".more-pictures [data-picture]") ?? [])];

  function show(chosen) {
    const shown = gallery?.querySelector(".picture");
    if (chosen?.picture && shown instanceof HTMLImageElement) {
      if (chosen.sources) shown.srcset = chosen.sources;
      else shown.removeAttribute("srcset");
      shown.src = chosen.picture;
      for (const each of pictures) {
        if (each.dataset.picture === chosen.picture) each.setAttribute("aria-current", "true");
        else each.removeAttribute("aria-current");
      }
    }
  }

  function turn(steps) {
    const at = Math.max(0, pictures.findIndex((each) => each.hasAttribute("aria-current")));
    const next = pictures[(at + steps + pictures.length) % pictures.length];
    turnTo(next);
    return next;
  }

  function turnTo(link) {
    show(link.dataset);
    gallery.querySelector(".picture").alt = link.querySelector("img").alt;
  }

  if (pictures.length) {
    gallery.addEventListener("click", (event) => {
      const link = event.target.closest("[data-picture]");
      // with a key held the browser opens the page of the picture in another tab
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      turnTo(link);
    });
    gallery.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!steps || !event.target.closest("[data-picture]")) return;
      event.preventDefault();
      turn(steps).focus();
    });
    let began = null;
    const shown = gallery.querySelector(".picture");
    shown.addEventListener("touchstart", (event) => {
      began = event.touches.length === 1 ? event.touches[0] : null;
    }, { passive: true });
    shown.addEventListener("touchend", (event) => {
      if (!began) return;
      const [ended] = event.changedTouches;
      const across = ended.clientX - began.clientX;
      // a finger that goes up or down scrolls the page
      if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(ended.clientY - began.clientY)) turn(across < 0 ? 1 : -1);
      began = null;
    });
  }

  function choose(button) {
    const form = button.form;
    const groups = [...form.querySelectorAll("fieldset.choice")].map((each) => [...each.querySelectorAll("[data-choice]")]);
    const variants = [...form.querySelectorAll("[data-variants] li")].map((each) => ({
      values: JSON.parse(each.dataset.values), soldOut: each.dataset.soldOut, picture: each.dataset.picture, sources: each.dataset.sources, amount: each.textContent,
    }));
    const chosenNow = () => groups.map((each) => each.find((one) => one.checked)?.value);
    let chosen = chosenNow();
    const fits = (variant, at) => variant.values.every((value, place) => place === at || !chosen[place] || chosen[place] === value);
    groups.forEach((group, at) => group.forEach((each) => {
      each.disabled = !variants.some((one) => !one.soldOut && one.values[at] === each.value && fits(one, at));
      if (each.disabled) each.checked = false;
    }));
    chosen = chosenNow();
    const found = chosen.every(Boolean) && variants.find((each) => fits(each, -1));
    const status = form.querySelector("[data-chosen]");
    status.textContent = found ? found.amount || found.soldOut || "" : "";
    status.hidden = !status.textContent;
    show(found && found.picture ? found : button.dataset);
  }

  const TYPED = "openmall typed before the language";
  const NOT_KEPT = new Set(["hidden", "password", "file", "submit", "button", "reset", "image", "fieldset", "output"]);
  const isTick = (field) => field.type === "checkbox" || field.type === "radio";

  // the fields of the page, each with a name that is the same in every language
  function fields() {
    const forms = [...document.querySelectorAll("main form")].filter((each) => each.method === "post");
    return forms.flatMap((form, at) =>
      [...form.elements]
        .filter((each) => each.name && !NOT_KEPT.has(each.type))
        .map((each, place) => [`${at} ${place} ${each.name} ${isTick(each) ? each.value : ""}`, each]));
  }

  function restore() {
    let kept = null;
    try {
      kept = JSON.parse(sessionStorage.getItem(TYPED));
      sessionStorage.removeItem(TYPED);
    } catch { return; }
    if (!kept || kept.address !== location.pathname + location.search) return;
    const known = new Map(kept.values);
    const changed = fields().filter(([name, field]) => known.has(name) && known.get(name) !== (isTick(field) ? field.checked : field.value));
    for (const [name, field] of changed) {
      if (isTick(field)) field.checked = known.get(name);
      else field.value = known.get(name);
      if (field.checked && field.matches("[data-choice]")) choose(field);
    }
    // a total follows from what was typed
    const total = changed[0]?.[1].form.querySelector('button[name="act"][value="estimate"]');
    if (total) total.form.requestSubmit(total);
  }

  document.querySelector("form.languages")?.addEventListener("submit", (event) => {
    const address = event.target.elements.back?.value ?? location.pathname + location.search;
    const values = fields().map(([name, field]) => [name, isTick(field) ? field.checked : field.value]);
    try {
      if (values.length) sessionStorage.setItem(TYPED, JSON.stringify({ address, values }));
    } catch { /* no room: nothing is kept */ }
  });
  restore();

  function zeros(digest) {
    let count = 0;
    for (const octet of new Uint8Array(digest)) {
      if (octet === 0) { count += 8; continue; }
      return count + Math.clz32(octet) - 24;
    }
    return count;
  }

  async function solve(field) {
    const text = new TextEncoder();
    for (let number = 0; ; number += 1) {
      const digest = await crypto.subtle.digest("SHA-256", text.encode(field.dataset.riddle + number));
      if (zeros(digest) >= Number(field.dataset.bits)) { field.value = String(number); return; }
    }
  }

  document.querySelectorAll("[data-riddle]").forEach((field) => {
    const solved = solve(field);
    field.form.addEventListener("submit", (event) => {
      if (field.value) return;
      event.preventDefault();
      solved.then(() => field.form.requestSubmit());
    });
  });
})();
