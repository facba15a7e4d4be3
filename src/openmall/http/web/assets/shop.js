// What the sample shop's pages do in the browser beyond links and forms. Attributes say it:
//   data-sends    a select that sends its form when it changes, by keys once it is left or by Enter
//   data-pictures a select whose options have a data-picture: the gallery shows that of the one chosen
//   .more-pictures links of a gallery: each shows its picture in place, as do a swipe and the arrow keys
//   data-choice   a radio button of a value of an option: values that make no combination on sale with
//                 the other choices are disabled; picture, price, stock and address of the variant that
//                 is chosen are shown, as they are for one of a select with data-pictures
//   data-zoom     a button that shows the picture of the gallery as large as the window; there a press
//                 shows it twice as large, and another one whole
//   data-slide    a button that shows the next slide of a slideshow, or the one before; behind the last the first
//   data-turn     a button that shows the next picture of the gallery, or the one before
//   data-step     a button that adds to the number beside it; within data-updates the form is sent then
//   data-drop     a part of the header that opens: Escape, a click elsewhere and a focus elsewhere close it
//   data-buy-bar  the bar at the foot of phones, which leaves while the button of the page is in view
//   .languages    the form that changes the language: what was typed in the page's forms is kept over it
//   data-riddle   a field whose value, put behind this text, has a SHA-256 that begins with
//                 data-bits bits 0: that costs a machine that writes to everybody a moment each
(() => {
  "use strict";

  // Back and reload show the page again, not what a browser asks before it sends a form again
  history.replaceState(history.state, "", location.href);

  // Arrows change a list at each press: what they choose is sent once it is left or by Enter. The
  // focus is at the list again then.
  const SENT = "openmall sent by";
  let byKeys = false;
  let undecided = null;

  function send(select) {
    undecided = null;
    sessionStorage.setItem(SENT, select.id);
    select.form.requestSubmit();
  }

  document.addEventListener("keydown", (event) => {
    byKeys = true;
    if (event.key !== "Enter" || !undecided || undecided !== event.target) return;
    event.preventDefault();
    send(undecided);
  }, true);
  for (const name of ["pointerdown", "mousedown"]) document.addEventListener(name, () => { byKeys = false; }, true);
  document.addEventListener("focusout", (event) => {
    if (undecided && undecided === event.target && document.hasFocus()) send(undecided);
  });
  const sentBy = sessionStorage.getItem(SENT);
  sessionStorage.removeItem(SENT);
  if (sentBy) document.getElementById(sentBy)?.focus({ preventScroll: true });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-sends]")) {
      if (byKeys) undecided = event.target;
      else send(event.target);
    }
    if (event.target.matches("[data-pictures]")) {
      const option = event.target.selectedOptions[0];
      show(option?.dataset);
      tell(option?.value ? { ...option.dataset, code: option.value } : null);
    }
    if (event.target.matches("[data-choice]")) choose(event.target);
    if (event.target.closest("[data-updates]")) update(event.target.form);
  });

  // Numbers with a button on either side
  let waiting = 0;
  function update(form) {
    clearTimeout(waiting);
    const field = form.elements.quantity;
    if (field.value !== field.defaultValue) waiting = setTimeout(() => form.requestSubmit(form.querySelector('[value="change"]')), 400);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const field = button.parentElement.querySelector("input");
    const [least, most] = [Number(field.min || 1), Number(field.max || Infinity)];
    field.value = String(Math.min(most, Math.max(least, (Number.parseInt(field.value, 10) || least) + Number(button.dataset.step))));
    if (field.closest("[data-updates]")) update(field.form);
  });

  // What opens in the header, and the drawer of filters, which the address opens
  document.addEventListener("click", (event) => {
    document.querySelectorAll("[data-drop][open]").forEach((each) => { if (!each.contains(event.target)) each.open = false; });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const open = document.querySelector("[data-drop][open]");
    if (open) {
      open.open = false;
      open.querySelector("summary").focus();
    } else if (location.hash === "#filters") {
      document.querySelector(".filters-close").click();
      document.querySelector(".filter-open").focus();
    }
  });
  document.addEventListener("focusout", (event) => {
    const open = event.target.closest("[data-drop][open]");
    if (open && event.relatedTarget && !open.contains(event.relatedTarget)) open.open = false;
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.(".seek-drop[open]")) event.target.querySelector("input[type=search]").focus();
  }, true);
  addEventListener("hashchange", () => {
    if (location.hash === "#filters") document.querySelector(".filters-close")?.focus();
    const fold = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (fold instanceof HTMLDetailsElement) fold.open = true;
  });

  const bar = document.querySelector("[data-buy-bar]");
  const acts = document.querySelector(".buy-acts");
  if (bar && acts) new IntersectionObserver(([entry]) => { bar.hidden = entry.isIntersecting; }).observe(acts);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-slide]");
    if (!button) return;
    const slides = button.closest(".block-slideshow").querySelector(".slides");
    const [count, at] = [slides.children.length, Math.round(slides.scrollLeft / slides.clientWidth)];
    const to = (at + Number(button.dataset.slide) + count) % count;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    slides.scrollTo({ left: to * slides.clientWidth, behavior: calm ? "instant" : "smooth" });
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
      count();
      if (zoom?.open) enlarge();
    }
  }

  function count() {
    const at = pictures.findIndex((each) => each.hasAttribute("aria-current"));
    for (const place of gallery.querySelectorAll("[data-turned]")) {
      if (at >= 0) place.textContent = `${at + 1} / ${pictures.length}`;
    }
  }

  const zoom = gallery?.querySelector("dialog.zoom");

  function enlarge() {
    const shown = gallery.querySelector("img.picture");
    const large = new Image();
    large.alt = shown.alt;
    // twice the window: the largest file there is, for a close-up
    if (shown.srcset) Object.assign(large, { srcset: shown.srcset, sizes: "200vw" });
    large.src = shown.src;
    zoom.querySelector(".zoom-picture").replaceChildren(large);
    zoom.classList.remove("close-up");
  }

  function closeUp(across, down) {
    const frame = zoom.querySelector(".zoom-picture");
    if (zoom.classList.toggle("close-up")) {
      // what was pressed stays in view
      frame.scrollTo(across * (frame.scrollWidth - frame.clientWidth), down * (frame.scrollHeight - frame.clientHeight));
    }
  }

  if (zoom) {
    const frame = zoom.querySelector(".zoom-picture");
    gallery.addEventListener("click", (event) => {
      if (event.target.closest("[data-zoom], .stage > img.picture")) {
        enlarge();
        zoom.showModal();
      } else if (event.target.closest("[data-zoom-close]")) zoom.close();
      else if (frame.contains(event.target)) {
        const box = frame.getBoundingClientRect();
        closeUp((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
      }
    });
    zoom.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.key === "Enter" && event.target === frame) closeUp(0.5, 0.5);
      else if (steps && pictures.length && !zoom.classList.contains("close-up")) turn(steps);
      else return;
      event.preventDefault();
    });
  }

  // Price, stock and address of the variant that is chosen; null: none is
  const shownPrices = [...document.querySelectorAll(".offer-price")];
  const usualPrice = document.querySelector("[data-usual-price]")?.innerHTML ?? shownPrices[0]?.innerHTML;

  function tell(variant) {
    for (const each of shownPrices) {
      each.innerHTML = usualPrice; // as the server made it
      if (variant?.price) price(each, variant);
    }
    const status = document.querySelector("[data-chosen]");
    if (status) {
      // themes made before variants had a code say the price here
      status.textContent = variant?.soldOut ?? variant?.few ?? (variant?.code ? "" : variant?.amount ?? "");
      status.hidden = !status.textContent;
    }
    const address = new URL(location);
    for (const name of ["variant", "picture", "done"]) address.searchParams.delete(name);
    if (variant?.code) address.searchParams.set("variant", variant.code);
    history.replaceState(history.state, "", address);
  }

  function price(place, variant) {
    const [first, ...others] = place.querySelectorAll("[data-kind]");
    if (!first) return;
    first.textContent = variant.price;
    for (const each of others) {
      if (each.dataset.kind === "price" && variant.usual) each.lastChild.textContent = variant.usual;
      else if (each.dataset.kind !== "tax") each.remove();
    }
    const off = place.querySelector(".off");
    if (off && variant.off) off.textContent = variant.off;
    else off?.remove();
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
    count();
    gallery.addEventListener("click", (event) => {
      const link = event.target.closest("[data-picture]");
      const button = event.target.closest("[data-turn]");
      if (button) turn(Number(button.dataset.turn));
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
      ...each.dataset, values: JSON.parse(each.dataset.values), amount: each.textContent,
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
    tell(found || null);
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
