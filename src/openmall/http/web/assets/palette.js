// The command palette: Ctrl+K, Cmd+K or the search of the header open a dialog that finds pages,
// settings, actions and records while one types; on developers' pages operations, opened by "/" too
// (`data-slash`). Without this script the search is a plain form.
// The browser keeps identifiers of what was opened (`product:66:1`), no names; those of customers
// are never sent. The server names what this user may still open.
(() => {
  "use strict";

  const dialog = document.getElementById("palette");
  if (!dialog?.showModal) return;
  const form = dialog.querySelector("form");
  const input = form.elements.q;
  const list = dialog.querySelector("[role=listbox]");
  const spoken = dialog.querySelector("[aria-live]");
  const texts = dialog.dataset;
  const KEY = `openmall opened ${texts.of}`;
  const MOST_KEPT = 8;
  const PAUSE = 180;
  const ID = /^(?:page|setting|report|action|product|order):[^\s]{1,110}$/;

  let waiting = 0;
  let asking = null;
  let options = [];
  let chosen = -1;

  function kept() {
    try {
      const ids = JSON.parse(localStorage.getItem(KEY));
      return Array.isArray(ids) ? ids.filter((each) => ID.test(each)).slice(0, MOST_KEPT) : [];
    } catch { return []; }
  }

  function keep(id) {
    if (!ID.test(id)) return;
    try {
      localStorage.setItem(KEY, JSON.stringify([id, ...kept().filter((each) => each !== id)].slice(0, MOST_KEPT)));
    } catch { /* no room: nothing is kept */ }
  }

  // what another user of this browser opened is forgotten
  function forgetOthers() {
    try {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith("openmall opened ") && name !== KEY) localStorage.removeItem(name);
      }
    } catch { /* storage is closed */ }
  }

  // whether a key is a letter of what is typed
  function writing(target) {
    return target.isContentEditable || target.matches("input:not([type=radio], [type=checkbox]), textarea, select, dialog[open] *");
  }

  // a line of the list that is no result
  function notice(text) {
    const made = element("p", "palette-none", text);
    made.setAttribute("role", "presentation");
    return made;
  }

  function element(name, kind, text) {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text) made.textContent = text;
    return made;
  }

  function icon(name) {
    const drawn = form.querySelector("svg").cloneNode(true);
    const used = drawn.querySelector("use");
    used.setAttribute("href", `${used.getAttribute("href").split("#")[0]}#${name}`);
    return drawn;
  }

  function line(result) {
    const link = element("a", "palette-line");
    link.href = result.address;
    link.id = `palette-${options.length}`;
    link.setAttribute("role", "option");
    link.setAttribute("aria-selected", "false");
    link.tabIndex = -1;
    if (result.id) link.dataset.id = result.id;
    link.append(icon(result.icon), element("span", "palette-name", result.name));
    if (result.detail) link.append(element("span", "palette-detail", result.detail));
    options.push(link);
    return link;
  }

  function show(results, typed) {
    options = [];
    const groups = results.groups.map((group, at) => {
      const box = element("div", "palette-group");
      const title = element("p", "palette-title", group.title);
      title.id = `palette-title-${at}`;
      title.setAttribute("role", "presentation");
      box.setAttribute("role", "group");
      box.setAttribute("aria-labelledby", title.id);
      box.append(title, ...group.lines.map(line));
      return box;
    });
    const found = options.length;
    if (results.more) {
      const rest = line({ address: results.more, icon: "search", name: texts.all.replace("{}", () => typed), detail: "" });
      rest.classList.add("palette-more");
      groups.push(rest);
    }
    if (results.more && !found) groups.unshift(notice(texts.none));
    list.replaceChildren(...groups);
    spoken.textContent = !results.more ? "" : found ? texts.number.replace("{}", found) : texts.none;
    input.setAttribute("aria-expanded", String(options.length > 0));
    choose(options.length ? 0 : -1);
    list.scrollTop = 0;
  }

  function choose(at) {
    options[chosen]?.setAttribute("aria-selected", "false");
    chosen = at;
    const option = options[chosen];
    if (!option) { input.removeAttribute("aria-activedescendant"); return; }
    option.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  async function ask() {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const typed = input.value;
    const query = new URLSearchParams(new FormData(form));
    if (!input.value.trim()) for (const id of kept()) query.append("recent", id);
    try {
      const answer = await fetch(`${texts.address}?${query}`, { headers: { "X-Requested-With": "openmall" }, redirect: "manual", signal });
      // the session has ended: the page leads to the sign-in
      if (answer.type === "opaqueredirect") { location.reload(); return; }
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.json(), typed.trim());
      list.dataset.for = typed;
    } catch (error) {
      if (error.name === "AbortError") return;
      options = [];
      choose(-1);
      list.replaceChildren(notice(texts.failed));
      spoken.textContent = texts.failed;
    }
  }

  function open() {
    if (dialog.open) { input.select(); return; }
    if ("hidePopover" in dialog) document.querySelectorAll(":popover-open").forEach((each) => each.hidePopover());
    input.value = "";
    dialog.showModal();
    input.focus();
    ask();
  }

  function openChosen(elsewhere) {
    // results of an earlier query are not opened by the next one
    const option = list.dataset.for === input.value ? options[chosen] : null;
    if (!option) { if (input.value.trim()) form.submit(); return; }
    keep(option.dataset.id ?? "");
    if (elsewhere) window.open(option.href, "_blank", "noopener");
    else { dialog.close(); location.href = option.href; }
  }

  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in moves && options.length) {
      event.preventDefault();
      choose((chosen + moves[event.key] + options.length) % options.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      openChosen(event.ctrlKey || event.metaKey);
    } else if (event.key === "Escape") {
      event.preventDefault();
      dialog.close();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    openChosen(false);
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    keep(option.dataset.id ?? "");
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) dialog.close();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-closes]")) dialog.close();
  });
  dialog.addEventListener("close", () => {
    clearTimeout(waiting);
    asking?.abort();
  });
  document.addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.metaKey;
    const called = event.key.toLowerCase() === "k" && held && !event.altKey && !event.shiftKey;
    const slashed = "slash" in texts && event.key === "/" && !held && !event.altKey && !writing(event.target);
    if (!called && !slashed) return;
    event.preventDefault();
    open();
  });
  // A press on the field of the header opens it. Reached by Tab the field stays a plain search: to
  // move on while one types would tear letters that are being composed, as in Korean.
  document.querySelectorAll("[data-opens=palette]").forEach((opener) => {
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      open();
    });
    const keys = opener.querySelector("kbd");
    if (keys) {
      keys.hidden = false;
      if (!("slash" in texts) && /Mac|iPhone|iPad/.test(navigator.platform)) keys.textContent = "⌘ K";
    }
  });
  forgetOthers();
})();
