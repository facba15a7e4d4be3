// A text area with data-editor becomes an editor of formatted text (Squire). Its form is sent with
// the HTML in the text area, which can also be edited as it is. Attributes say the words:
//   data-editor    JSON: button -> its name
//   data-pictures  where a picture is sent, with the token of the form; answered by its address
//   data-shop      the origin of the shop, whose pictures a text names by their path
(() => {
  "use strict";

  const TAGS = new Set("A B BLOCKQUOTE BR CODE DIV EM FIGCAPTION FIGURE H2 H3 H4 H5 H6 HR I IMG LI OL P PRE S SPAN STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL".split(" "));
  const ATTRIBUTES = { A: ["href", "title"], IMG: ["src", "alt", "width", "height"], TD: ["colspan", "rowspan"], TH: ["colspan", "rowspan", "scope"], OL: ["start"] };
  const ADDRESS = /^(?:https?:|mailto:|tel:|\/(?![/\\]))/i;
  const GONE = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "NOSCRIPT", "TEXTAREA", "SELECT", "TITLE"]);

  // What is pasted or typed as HTML goes through this before it is shown here; the server decides
  // once more what is saved, and the shop what it shows.
  function clean(html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const walk = (node) => {
      for (const child of [...node.childNodes]) {
        if (child.nodeType === Node.TEXT_NODE) continue;
        const name = child.nodeName.toUpperCase();
        if (child.nodeType !== Node.ELEMENT_NODE || GONE.has(name)) { child.remove(); continue; }
        walk(child);
        if (!TAGS.has(name)) { child.replaceWith(...child.childNodes); continue; }
        for (const { name: attribute, value } of [...child.attributes]) {
          const kept = (ATTRIBUTES[name] || []).includes(attribute);
          const address = attribute === "href" || attribute === "src";
          if (!kept || (address && !ADDRESS.test(value))) child.removeAttribute(attribute);
        }
      }
    };
    walk(page.body);
    const fragment = document.createDocumentFragment();
    fragment.append(...[...page.body.childNodes].map((each) => document.importNode(each, true)));
    return fragment;
  }

  async function upload(area, file) {
    const body = new FormData();
    body.set("form_token", area.form.elements.form_token.value);
    body.set("deed", "text-picture");
    body.set("file", file);
    const answer = await fetch(area.dataset.pictures, { method: "POST", body });
    const text = (await answer.text()).trim();
    if (!answer.ok) throw new Error(text);
    return text;
  }

  function begin(area) {
    const words = JSON.parse(area.dataset.editor);
    const label = area.form.querySelector(`label[for="${area.id}"]`);
    const box = document.createElement("div");
    box.className = "editor";
    const bar = document.createElement("div");
    bar.className = "editor-bar";
    bar.setAttribute("role", "toolbar");
    bar.setAttribute("aria-label", words.toolbar);
    const root = document.createElement("div");
    root.className = "editor-text";
    root.id = `${area.id}-text`;
    root.setAttribute("role", "textbox");
    root.setAttribute("aria-multiline", "true");
    root.setAttribute("aria-label", label.textContent.trim());
    for (const name of ["aria-describedby", "aria-invalid"]) {
      if (area.hasAttribute(name)) root.setAttribute(name, area.getAttribute(name));
    }
    const problem = document.createElement("p");
    problem.className = "problem";
    problem.setAttribute("role", "alert");
    const chooser = document.createElement("input");
    chooser.type = "file";
    chooser.accept = "image/*";
    chooser.hidden = true;
    box.append(bar, root, problem, chooser);
    area.before(box);
    area.hidden = true;
    // a browser would send no form with an empty required field that it cannot show: the server says it
    const required = area.required;
    area.required = false;
    if (required) root.setAttribute("aria-required", "true");

    const editor = new Squire(root, { sanitizeToDOMFragment: clean, blockTag: "P", addLinks: true });
    let source = false;
    const show = (html) => editor.setHTML(html.replace(/(\ssrc=")\/(?![/\\])/gi, `$1${area.dataset.shop}/`));
    const written = () => editor.getHTML().replaceAll(` src="${area.dataset.shop}/`, ' src="/');
    show(area.value);
    const untouched = written();

    const place = async (file) => {
      problem.textContent = "";
      try {
        const address = await upload(area, file);
        editor.insertImage(area.dataset.shop + address, { alt: file.name.replace(/\.[^.]*$/, "") });
      } catch (error) { problem.textContent = `${words.refused} ${file.name}: ${error.message}`; }
    };
    const heading = () => {
      const level = editor.hasFormat("H2") ? "P" : "H2";
      editor.modifyBlocks((fragment) => {
        const output = document.createDocumentFragment();
        fragment.childNodes.forEach((block) => {
          const element = document.createElement(level);
          element.append(...[...block.childNodes]);
          output.append(element);
        });
        return output;
      });
    };
    const toggle = (name, on, off) => () => (editor.hasFormat(name) ? editor[off]() : editor[on]());
    const linking = () => {
      if (editor.hasFormat("A")) { editor.removeLink(); return; }
      const address = prompt(words.address, "https://");
      if (address && ADDRESS.test(address)) editor.makeLink(address);
      else if (address) problem.textContent = words.bad;
    };
    const switching = (event) => {
      source = !source;
      if (source) area.value = written(); else show(area.value);
      area.hidden = !source;
      area.required = required && source;
      root.hidden = source;
      bar.querySelectorAll("button").forEach((each) => { if (each !== event.currentTarget) each.disabled = source; });
      event.currentTarget.setAttribute("aria-pressed", String(source));
      (source ? area : root).focus();
    };
    const button = (name, action, shown) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = "small";
      if (shown) {
        made.dataset.mark = shown;
        made.setAttribute("aria-label", words[name]);
        made.title = words[name];
      } else made.textContent = words[name];
      made.addEventListener("click", action);
      bar.append(made);
      return made;
    };
    const states = [
      [button("bold", toggle("B", "bold", "removeBold"), "B"), "B"],
      [button("italic", toggle("I", "italic", "removeItalic"), "I"), "I"],
      [button("underline", toggle("U", "underline", "removeUnderline"), "U"), "U"],
      [button("heading", heading), "H2"],
      [button("bullets", toggle("UL", "makeUnorderedList", "removeList"), "•"), "UL"],
      [button("numbers", toggle("OL", "makeOrderedList", "removeList"), "1."), "OL"],
      [button("link", linking), "A"],
    ];
    button("picture", () => chooser.click());
    button("undo", () => editor.undo(), "↶");
    button("redo", () => editor.redo(), "↷");
    button("html", switching, "HTML").setAttribute("aria-pressed", "false");
    editor.addEventListener("pathChange", () => states.forEach(([each, format]) => each.setAttribute("aria-pressed", String(editor.hasFormat(format)))));
    states.forEach(([each]) => each.setAttribute("aria-pressed", "false"));

    chooser.addEventListener("change", async () => {
      for (const file of chooser.files) await place(file);
      chooser.value = "";
    });
    root.addEventListener("drop", (event) => {
      const files = [...event.dataTransfer.files].filter((each) => each.type.startsWith("image/"));
      if (!files.length) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      files.reduce((before, file) => before.then(() => place(file)), Promise.resolve());
    }, true);
    label.addEventListener("click", () => root.focus());
    const write = () => {
      const html = written();
      // a text that nobody edited stays as it was, whatever the editor makes of it
      if (!source && html !== untouched) area.value = html;
    };
    area.form.addEventListener("submit", write);
    // the text is kept when another form of the page is sent
    document.addEventListener("submit", write, true);
    document.addEventListener("openmall:leaving", write, true);
    // it is looked at before the page is left
    document.addEventListener("openmall:reading", write, true);
  }

  document.querySelectorAll("textarea[data-editor]").forEach(begin);
})();
