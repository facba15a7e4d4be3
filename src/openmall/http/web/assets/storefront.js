// The shop editor. Without it every button sends the form, and the preview is as wide as a phone.
//   data-draft      what is said of the draft, which is saved in each pause of typing: its texts are
//                  data-typing, data-saving, data-saved and data-failed; data-state is the state
//   data-preview   the frame with the saved draft and the buttons of its widths
// A page that is saved in this way stays as it is, but for texts of states, hidden fields and
// whether buttons can be pressed.
(() => {
  "use strict";

  const PAUSE = 600;
  const RETRY = 5000;
  const PLACE = "openmall editor place";
  const form = document.getElementById("editor");
  const list = form.querySelector(".blocks");
  // a page or picture that is not added yet; what says that a form was sent once; files
  const LEFT = new Set(["name", "title", "slug", "picture", "once", "act"]);
  const blocks = () => [...list.children];
  const button = (act) => document.querySelector(`button[form=editor][value=${act}]:not([tabindex])`);
  let edited = null;

  function previewing(box) {
    const plain = box.querySelector("iframe");
    // one that nothing is on its way to
    const frame = plain.cloneNode();
    frame.removeAttribute("src");
    frame.removeAttribute("loading");
    plain.replaceWith(frame);
    const around = frame.parentElement;
    const choices = [...box.querySelectorAll("[data-width]")];

    function fit() {
      const width = Number(choices.find((each) => each.ariaPressed === "true").dataset.width);
      const scale = Math.min(1, around.clientWidth / width);
      frame.style.width = `${width}px`;
      frame.style.height = `${around.clientHeight / scale}px`;
      frame.style.transform = `scale(${scale})`;
    }

    choices.forEach((each) => each.addEventListener("click", () => {
      choices.forEach((other) => { other.ariaPressed = String(other === each); });
      sessionStorage.setItem("openmall preview width", each.dataset.width);
      fit();
    }));
    const kept = choices.find((each) => each.dataset.width === sessionStorage.getItem("openmall preview width"));
    if (kept) choices.forEach((each) => { each.ariaPressed = String(each === kept); });
    choices[0].parentElement.hidden = false;
    box.classList.add("fitted");
    new ResizeObserver(fit).observe(around);
    fit();
    // The frame is of another origin: it is led to an address, one after the other, and told which
    // block to show. Out of view, as on phones while one types, it waits.
    const origin = new URL(plain.src).origin;
    let wanted = plain.src;
    let at = -1;
    let loading = false;
    let visible = false;
    function go() {
      if (loading || !visible || !frame.contentWindow) return;
      if (wanted) {
        loading = true;
        frame.contentWindow.location.replace(wanted);
        wanted = "";
      } else if (at >= 0) {
        frame.contentWindow.postMessage({ block: at }, origin);
        at = -1;
      }
    }
    frame.addEventListener("load", () => {
      loading = false;
      go();
    });
    new IntersectionObserver((entries) => {
      visible = entries.at(-1).isIntersecting;
      go();
    }, { rootMargin: "100px" }).observe(around);
    return {
      refresh(to) {
        wanted = to;
        go();
      },
      show(block) {
        at = block;
        go();
      },
    };
  }

  function saving(status, preview) {
    let timer = 0;
    let running = null;
    let changed = false;
    let ended = false;
    let pressed = null;

    function show(state, text) {
      status.setAttribute("aria-live", state === "saving" || state === "typing" || state === "saved" ? "off" : "polite");
      status.textContent = text || status.dataset[state];
      status.dataset.state = state;
    }

    const labelOf = (name) => {
      const field = name && form.elements[name];
      const label = field instanceof Element && field.labels?.[0]?.textContent.trim();
      return label ? `${label}: ` : "";
    };

    const value = (field) => (field.type === "checkbox" ? field.checked : field.value);
    const fields = () => [...form.elements].filter((each) => each.matches("input:not([type=hidden], [type=file]), select, textarea") && each.name && !LEFT.has(each.name));

    // what is saved is no longer unsaved for those who ask before the page is left
    function keep(sent) {
      for (const [field, was] of sent) {
        if (field.type === "checkbox") field.defaultChecked = was;
        else if (field.tagName !== "SELECT") field.defaultValue = was;
        else if (field.value === was) {
          [...field.options].forEach((each) => { each.defaultSelected = each.value === was; });
          field.value = was;
        }
      }
    }

    async function send() {
      const body = new URLSearchParams();
      for (const [name, text] of new FormData(form)) if (typeof text === "string" && !LEFT.has(name)) body.append(name, text);
      body.set("act", "save");
      body.set("live", "T");
      const sent = fields().map((each) => [each, value(each)]);
      changed = false;
      show("saving");
      let told = null;
      try {
        const answer = await fetch(form.action, { method: "POST", body });
        if (answer.headers.get("Content-Type")?.startsWith("application/json")) told = await answer.json();
      } catch { /* it is sent again */ }
      if (!told) {
        changed = true;
        show("failed");
        return RETRY;
      }
      if (told.state === "saved") {
        form.elements.seen.value = told.seen;
        keep(sent);
        for (const act of ["undo", "redo"]) if (button(act)) button(act).disabled = !told[act];
        preview?.refresh(told.preview);
        if (!changed) show("saved");
        else show("typing");
        return PAUSE;
      }
      // a field that is not finished is saved once it is changed again
      ended = told.state !== "wrong";
      show(told.state, labelOf(told.field) + told.text);
      return PAUSE;
    }

    function begin() {
      if (running || ended) return;
      running = send().then((pause) => {
        running = null;
        if (changed && !ended && !pressed) timer = setTimeout(begin, pause);
      });
    }

    form.addEventListener("input", (event) => {
      if (LEFT.has(event.target.name) || ended) return;
      changed = true;
      if (!running) show("typing");
      clearTimeout(timer);
      timer = setTimeout(begin, PAUSE);
    });

    // a button sends what is on the screen, with the version that the last save has left
    form.addEventListener("submit", (event) => {
      clearTimeout(timer);
      if (!running) {
        ended = true;
        return;
      }
      event.preventDefault();
      const waits = pressed !== null;
      pressed = event.submitter;
      if (waits) return;
      form.setAttribute("aria-busy", "true");
      running.then(() => {
        form.removeAttribute("aria-busy");
        const last = pressed;
        pressed = null;
        form.requestSubmit(last);
      });
    });
    show("saved");
  }

  function number() {
    const all = blocks();
    all.forEach((each, at) => {
      each.querySelector("[data-number]").textContent = at + 1;
      each.querySelector("[value^=up-]").disabled = !at;
      each.querySelector("[value^=down-]").disabled = at === all.length - 1;
    });
  }

  const box = document.querySelector("[data-preview]");
  const preview = box && previewing(box);
  const status = document.querySelector("[data-draft]");
  if (status) saving(status, preview);

  function edit(block) {
    if (!block || block === edited) return;
    edited = block;
    form.elements.after.value = block.dataset.place;
    preview?.show(blocks().indexOf(block));
  }
  list.addEventListener("focusin", (event) => edit(event.target.closest("[data-place]")));
  if (location.hash.startsWith("#b")) edit(blocks().find((each) => `#${each.id}` === location.hash));

  form.addEventListener("input", (event) => {
    if (event.target.name === "order") {
      number();
      if (edited) preview?.show(blocks().indexOf(edited));
    }
    const title = event.target.name?.endsWith("-title") && event.target.closest("[data-place]")?.querySelector("[data-title]");
    if (title) title.textContent = event.target.value && `: ${event.target.value}`;
  });

  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    const act = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : "";
    const pressed = act && button(act);
    if (!pressed) return;
    event.preventDefault();
    if (!pressed.disabled) form.requestSubmit(pressed);
  });

  // undo and redo leave the page where it is, and the focus at the button that was pressed
  form.addEventListener("submit", (event) => {
    const act = event.submitter?.value;
    const held = event.submitter === document.activeElement ? act : "";
    if (["undo", "redo"].includes(act)) sessionStorage.setItem(PLACE, `${scrollY} ${held}`);
  });
  const [place, held] = (sessionStorage.getItem(PLACE) ?? "").split(" ");
  sessionStorage.removeItem(PLACE);
  if (held) [button(held), button("undo"), button("redo")].find((each) => each && !each.disabled)?.focus({ preventScroll: true });
  if (place && !location.hash) scrollTo({ top: Number(place), behavior: "instant" });
  // a page that Back shows again has an old version
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
