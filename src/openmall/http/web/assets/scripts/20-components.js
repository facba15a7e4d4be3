// What components do beyond links and forms; each works without it (docs/design.md).
//   data-dialog        a link whose `<dialog>` opens over the page, with the item of data-ticks-only
//                      alone ticked where the link has one; data-dialog-close: what closes it;
//                      data-dialog-again: a dialog whose form was refused opens with the page,
//                      as does the one that the address names (`#dialog-ship`)
//   data-picker-find   a field above the choices of a dialog that leaves those with its words
//   data-menu          a `<details>` that closes by Escape, by a click elsewhere and once the focus
//                      leaves it; the arrows open it and lead through its lines
//   data-save-bar      counts the changed fields of its form, but for boxes `row-1` that choose rows;
//                      leaving the page then needs a yes
//   data-bulk          is shown once a row of its form is ticked, and counts them
//   data-ticks         a box that ticks every box of its table
//   data-toast         goes after a while, not under a pointer or the focus
//   data-media-add     a place where files can be dropped or chosen; its form is sent with them
(() => {
  "use strict";

  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  function dialogs() {
    document.addEventListener("click", (event) => {
      const link = event.target.closest("[data-dialog]");
      const dialog = link && document.getElementById(link.hash.slice(1));
      if (dialog) {
        event.preventDefault();
        const menu = link.closest("[data-menu]");
        // once it is closed the dialog gives the focus back: a line of a closed menu could not take it
        menu?.querySelector("summary").focus();
        menu?.removeAttribute("open");
        const only = link.dataset.ticksOnly;
        if (only) all("input[type=checkbox][name^=item-]", dialog).forEach((box) => { box.checked = box.value === only; });
        dialog.showModal();
        return;
      }
      const open = event.target.closest("dialog[open]");
      // a click on the dialog itself, not on what it holds, is one on the page behind it
      if (!open || !(event.target.closest("[data-dialog-close]") || event.target === open)) return;
      event.preventDefault();
      open.close();
    });
    // one that opened with the page leaves the focus where it is opened by hand
    const leave = (dialog) => dialog.addEventListener("close", () => setTimeout(() => {
      const link = document.querySelector(`[data-dialog][href="#${CSS.escape(dialog.id)}"]`);
      (link?.closest("[data-menu]")?.querySelector("summary") ?? link)?.focus();
    }), { once: true });
    const again = document.querySelector("[data-dialog-again]");
    if (again) {
      leave(again);
      // closed, it does not stand in the page as it does without this script
      again.classList.remove("again");
      again.showModal();
    }
    const named = document.getElementById(location.hash.slice(1));
    if (named?.matches("dialog.dialog") && !again) {
      // without a target it does not stand in the page once it is closed
      named.addEventListener("close", () => location.replace("#"), { once: true });
      leave(named);
      named.showModal();
      // the browser moves the focus to what the address names, after this script
      addEventListener("load", () => named.querySelector("[autofocus]")?.focus());
    }
    all("[data-picker-find]").forEach((box) => {
      const field = box.querySelector("input");
      const place = field.closest("fieldset") ?? field.form;
      const rows = all(".picker > li", place);
      box.hidden = rows.length < 6;
      field.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
      field.addEventListener("input", () => {
        const words = field.value.toLocaleLowerCase().split(/\s+/);
        for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLocaleLowerCase().includes(word));
        place.querySelector("[data-picker-none]").hidden = rows.some((row) => !row.hidden);
      });
    });
  }

  function menus() {
    const popovers = CSS.supports("selector(:popover-open)");
    const open = () => all("[data-menu][open]");
    document.addEventListener("click", (event) => open().forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; }));
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      open().forEach((menu) => {
        menu.open = false;
        if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      });
    });
    // the arrows lead through a menu, and Tab out of it
    document.addEventListener("keydown", (event) => {
      const menu = event.target.closest("[data-menu]");
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!menu || !step || event.target.closest("input, select, textarea")) return;
      event.preventDefault();
      menu.open = true;
      const lines = all(".menu-items :is(a[href], button:enabled)", menu);
      const at = lines.indexOf(document.activeElement);
      lines.at(at < 0 && step < 0 ? -1 : (at + step) % lines.length)?.focus();
    });
    document.addEventListener("focusout", (event) => {
      const next = event.relatedTarget;
      if (!next) return;
      open().forEach((menu) => { if (menu.contains(event.target) && !menu.contains(next)) menu.open = false; });
      // so does what drops from the header, and the drawer of the menu
      const popup = popovers && event.target.closest(":popover-open");
      if (popup && !popup.contains(next) && !next.matches(`[popovertarget="${popup.id}"]`)) popup.hidePopover();
    });
  }

  // of a field in a form, whether it differs from what the page came with
  function differs(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.type === "file") return field.files.length > 0;
    if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
    const given = [...field.options].filter((each) => each.defaultSelected);
    const first = field.multiple || given.length ? given : [...field.options].slice(0, 1);
    return [...field.selectedOptions].some((each) => !first.includes(each)) || field.selectedOptions.length !== first.length;
  }

  function saveBars() {
    all("[data-save-bar]").forEach((bar) => {
      const form = bar.closest("form");
      const text = bar.querySelector(".save-bar-count");
      const hint = text.textContent;
      const discard = bar.querySelector("[data-discard]");
      let sent = false;
      // radio buttons of one name are one field
      const changed = () => new Set([...form.elements].filter((field) => field.name && field.type !== "hidden" && !/^row-\d+$/.test(field.name) && "value" in field && field.tagName !== "BUTTON" && differs(field))
        .map((field) => (field.type === "checkbox" ? `${field.name} ${field.value}` : field.name))).size;
      const show = () => {
        const count = changed();
        bar.classList.toggle("unsaved", count > 0);
        text.textContent = count ? text.dataset.changes.replace("{count}", count) : hint;
        if (discard) discard.hidden = !count;
      };
      form.addEventListener("input", show);
      form.addEventListener("change", show);
      // editors and previews keep what they made of a field: the page comes anew
      form.addEventListener("reset", () => setTimeout(() => {
        sent = true;
        location.reload();
      }));
      form.addEventListener("submit", () => { sent = true; });
      // kept_input.js asks for the forms of its pages itself
      if (!document.getElementById("kept")) addEventListener("beforeunload", (event) => { if (!sent && changed()) event.preventDefault(); });
      show();
    });
  }

  function rows() {
    all("[data-ticks]").forEach((every) => {
      const boxes = all("tbody input[type=checkbox]", every.closest("table"));
      every.hidden = false;
      every.addEventListener("change", () => boxes.forEach((box) => { box.checked = every.checked; }));
    });
    all("[data-bulk]").forEach((bar) => {
      const form = bar.closest("form");
      const text = bar.querySelector(".bulk-bar-count");
      const show = () => {
        const count = all("tbody input[type=checkbox]:checked", form).length;
        bar.hidden = !count;
        text.textContent = text.dataset.ticked.replace("{count}", count);
        all("[data-ticks]", form).forEach((every) => {
          const of = all("tbody input[type=checkbox]", every.closest("table")).length;
          every.checked = count > 0 && count === of;
          every.indeterminate = count > 0 && count < of;
        });
      };
      bar.classList.add("sticky");
      form.addEventListener("change", show);
      show();
    });
  }

  function toasts() {
    all("[data-toast]").forEach((toast) => {
      const close = toast.querySelector("[data-toast-close]");
      close.hidden = false;
      close.addEventListener("click", () => toast.remove());
      const later = () => setTimeout(() => { if (toast.matches(":hover, :focus-within")) later(); else toast.remove(); }, 6000);
      later();
    });
  }

  function media() {
    all("[data-media-add]").forEach((place) => {
      const field = place.querySelector("input");
      field.addEventListener("change", () => { if (field.files.length) field.form.requestSubmit(); });
      place.addEventListener("dragover", (event) => { event.preventDefault(); place.classList.add("over"); });
      place.addEventListener("dragleave", () => place.classList.remove("over"));
      place.addEventListener("drop", (event) => {
        event.preventDefault();
        place.classList.remove("over");
        if (!event.dataTransfer.files.length) return;
        field.files = event.dataTransfer.files;
        field.form.requestSubmit();
      });
    });
  }

  dialogs();
  menus();
  saveBars();
  rows();
  toasts();
  media();
})();
