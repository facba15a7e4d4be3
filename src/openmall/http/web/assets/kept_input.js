// What was typed in one form of a page survives when another one of the page is saved: it is kept in
// the tab (sessionStorage) and put back when the page is shown again. It stays unsaved, which the
// page says (the element with the id `kept`). Passwords, files and hidden fields are not kept.
// The form that was saved is kept until the next page shows what became of it: where the session had
// ended (the element with the id `signed-out`), its page has it again after the sign-in.
// It is kept for the user who typed it (`data-of` of the notice): where another one has signed in on
// the tab, it is forgotten with the first page.
// Whatever else leaves the page (a link, a search, a filter, the tab's buttons) loses what was typed
// and not saved: the browser asks before. So it does where a file was chosen in another form than
// the one that is saved, and where fields of a refused form were not corrected yet.
(() => {
  "use strict";

  const PREFIX = "openmall typed ";
  const SENT = "openmall sent";
  const LONGEST = 3600 * 1000;
  const NOT_KEPT = new Set(["hidden", "password", "file", "submit", "button", "reset", "image"]);
  const key = PREFIX + location.pathname + (new URLSearchParams(location.search).get("shop_no") ?? "1");

  const user = document.getElementById("kept")?.dataset.of ?? "";

  const forms = () => [...document.querySelectorAll("main form")].filter((each) => each.method === "post");
  const fields = (form) =>
    [...form.elements].filter((each) => each.name && !each.disabled && !NOT_KEPT.has(each.type) && "value" in each && each.tagName !== "BUTTON" && each.tagName !== "FIELDSET" && each.tagName !== "OUTPUT");
  const isTick = (field) => field.type === "checkbox" || field.type === "radio";

  function initial(field) {
    if (isTick(field)) return field.defaultChecked;
    if (field.tagName !== "SELECT") return field.defaultValue;
    const chosen = [...field.options].filter((each) => each.defaultSelected);
    if (chosen.length || field.multiple) return JSON.stringify(chosen.map((each) => each.value));
    return JSON.stringify(field.options.length ? [field.options[0].value] : []);
  }

  function current(field) {
    if (isTick(field)) return field.checked;
    if (field.tagName !== "SELECT") return field.value;
    return JSON.stringify([...field.selectedOptions].map((each) => each.value));
  }

  // a form is known by its id, else by where it is sent and its hidden fields, which say what it
  // does to what
  function identity(form) {
    if (form.id) return `#${form.id}`;
    const hidden = [...form.elements]
      .filter((each) => each.type === "hidden" && each.name && !/^(?:form_token|once|seen|order|version|shown)$|^was-/.test(each.name))
      .map((each) => `${each.name}=${each.value}`);
    const address = new URL(form.getAttribute("action") || location.href, location.href);
    return `${address.pathname} ${hidden.join("&")}`;
  }

  function place(field) {
    const alike = fields(field.form).filter((each) => each.name === field.name && (!isTick(each) || each.value === field.value));
    return `${field.name} ${isTick(field) ? field.value : ""} ${alike.indexOf(field)}`;
  }

  function typedBeside(sent) {
    const typed = [];
    const numbers = new Map();
    for (const form of forms()) {
      const name = identity(form);
      const number = numbers.get(name) ?? 0;
      numbers.set(name, number + 1);
      if (form === sent) continue;
      for (const field of fields(form)) {
        if (current(field) !== initial(field)) typed.push([`${name} ${number}`, place(field), current(field)]);
      }
    }
    return typed;
  }

  function keep(sent) {
    const typed = typedBeside(sent);
    try {
      if (typed.length) sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), user, typed }));
      else sessionStorage.removeItem(key);
      if (sent) sessionStorage.setItem(SENT, JSON.stringify({ key, kept: { at: Date.now(), user, typed: typedBeside(null) } }));
    } catch { /* no room: nothing is kept */ }
  }

  // what was sent without a session is typed still; else the server has answered it
  function takeBack() {
    try {
      const sent = JSON.parse(sessionStorage.getItem(SENT));
      sessionStorage.removeItem(SENT);
      if (!sent || !document.getElementById("signed-out") || !sent.kept.typed.length) return;
      sessionStorage.setItem(sent.key, JSON.stringify(sent.kept));
      document.getElementById("signed-out").hidden = false;
    } catch { /* no room: nothing is kept */ }
  }

  function forgetOthers() {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(PREFIX) && JSON.parse(sessionStorage.getItem(name))?.user !== user) sessionStorage.removeItem(name);
    }
  }

  function restore() {
    let kept = null;
    try {
      if (user) forgetOthers();
      kept = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
    } catch { return; }
    if (!kept || Date.now() - kept.at > LONGEST) return;
    const known = new Map();
    const numbers = new Map();
    for (const form of forms()) {
      const name = identity(form);
      const number = numbers.get(name) ?? 0;
      numbers.set(name, number + 1);
      for (const field of fields(form)) known.set(`${name} ${number}|${place(field)}`, field);
    }
    let put = 0;
    for (const [form, where, value] of kept.typed) {
      const field = known.get(`${form}|${where}`);
      if (!field || current(field) === value) continue;
      if (isTick(field)) field.checked = value;
      else if (field.tagName === "SELECT") {
        const chosen = JSON.parse(value);
        [...field.options].forEach((each) => { each.selected = chosen.includes(each.value); });
      } else field.value = value;
      for (let box = field.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
      put += 1;
    }
    const notice = document.getElementById("kept");
    if (!put || !notice) return;
    notice.setAttribute("role", "status");
    notice.hidden = false;
  }

  // a file cannot be put back
  function losesFile(sent) {
    return forms().some((form) => form !== sent && [...form.elements].some((each) => each.type === "file" && each.files.length));
  }

  // ticks that choose rows of a list are no text
  const isChoice = (field) => isTick(field) && /^(?:(?:row|item)-\d+|add)$/.test(field.name);

  function isUnsaved() {
    document.dispatchEvent(new CustomEvent("openmall:reading"));
    if (refused && forms().some((form) => form.querySelector(".problem:not(:empty)"))) return true;
    return losesFile(null) || forms().some((form) => fields(form).some((field) => !isChoice(field) && current(field) !== initial(field)));
  }

  const status = performance.getEntriesByType("navigation")[0]?.responseStatus ?? 200;
  const refused = status >= 400 && status < 500;
  // the form that is being saved, or all that is kept on leaving: what is typed there is not lost
  let sent = null;
  const sending = (form) => {
    sent = { form };
    // a file or another tab may come instead of another page
    setTimeout(() => { sent = null; }, 2000);
  };

  takeBack();
  // the page of a form without a session has the address of that form's page
  if (!document.getElementById("signed-out")) restore();
  window.addEventListener("beforeunload", (leaving) => {
    const saved = sent;
    sent = null;
    if (saved ? losesFile(saved.form) : isUnsaved()) leaving.preventDefault();
  });
  // behind the listeners of the page, one of which may send the form in another way
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    keep(event.target);
    sending(event.target);
  });
  // a script has saved a form, and shows the page that follows
  document.addEventListener("openmall:saved", (event) => {
    keep(event.detail);
    sending(event.detail);
  });
  document.addEventListener("openmall:leaving", () => {
    keep(null);
    sending(null);
  });
})();
