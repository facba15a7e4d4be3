// Finding products in the sample shop: what the server's pages hold, shown without leaving a page.
// Without this script each of these is a link or a form. Attributes say it:
//   data-suggests  a search form: the products found are listed below its field while one types.
//                  The value names the list; data-all: the text of its last line, {words} in it
//   data-more      pages of a list: the link to the next one, called by the value, adds its products
//                  to those that are shown
//   data-bag       the link to the cart: on wide windows it opens a panel with what the cart holds,
//                  called by the value; data-bag-all: the text of its link to the cart
(() => {
  "use strict";

  const PAUSE = 200;
  const MOST = 6;
  const WIDE = matchMedia("(min-width: 861px)");

  async function page(address, signal) {
    const response = await fetch(address, { signal, headers: { Accept: "text/html" } });
    if (!response.ok) throw new Error(response.statusText);
    return new DOMParser().parseFromString(await response.text(), "text/html");
  }

  function element(name, kind, text) {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    if (text) made.textContent = text;
    return made;
  }

  // a line with a small picture, as in the page it was read from
  function line(name, image, title, text) {
    const made = element(name, "found");
    const shown = element(image?.hasAttribute("src") ? "img" : "span", "found-picture");
    if (shown instanceof HTMLImageElement) {
      shown.src = image.getAttribute("src");
      shown.alt = "";
    }
    made.append(shown, element("span", "found-name", title), element("span", "found-price", text));
    return made;
  }

  const words = (place, selector) => place.querySelector(selector)?.textContent.trim() ?? "";

  function suggest(form, number) {
    const field = form.querySelector("input[type=search]");
    const list = element("div", "suggestions");
    const spoken = element("p", "unseen");
    list.id = `suggestions-${number}`;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", form.dataset.suggests);
    list.hidden = true;
    spoken.setAttribute("role", "status");
    form.append(list, spoken);
    form.classList.add("suggesting");
    for (const [name, value] of [["role", "combobox"], ["aria-expanded", "false"], ["aria-autocomplete", "list"], ["aria-controls", list.id], ["autocomplete", "off"]]) {
      field.setAttribute(name, value);
    }
    let waiting = 0;
    let asking = null;
    let chosen = -1;

    function close() {
      clearTimeout(waiting);
      asking?.abort();
      list.hidden = true;
      list.replaceChildren();
      spoken.textContent = "";
      field.setAttribute("aria-expanded", "false");
      field.removeAttribute("aria-activedescendant");
      chosen = -1;
    }

    function choose(at) {
      const options = [...list.children];
      options[chosen]?.removeAttribute("aria-selected");
      chosen = at;
      const option = options[chosen];
      if (!option) return field.removeAttribute("aria-activedescendant");
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      field.setAttribute("aria-activedescendant", option.id);
    }

    function show(found, asked, address) {
      const lines = [...found.querySelectorAll(".shelf .ware")].slice(0, MOST).map((each) => {
        const made = line("a", each.querySelector("img.ware-picture"), words(each, ".ware-name"), words(each, ".price"));
        made.href = each.querySelector("a").getAttribute("href");
        return made;
      });
      spoken.textContent = words(found, ".list-count") || words(found, ".empty-title");
      if (!lines.length) {
        list.hidden = true;
        field.setAttribute("aria-expanded", "false");
        return;
      }
      const all = element("a", "found-all", form.dataset.all.replace("{words}", () => asked));
      all.href = address;
      lines.push(all);
      lines.forEach((each, at) => {
        each.id = `${list.id}-${at}`;
        each.tabIndex = -1;
        each.setAttribute("role", "option");
      });
      list.replaceChildren(...lines);
      list.hidden = false;
      field.setAttribute("aria-expanded", "true");
      choose(-1);
    }

    async function ask() {
      const asked = field.value.trim();
      asking?.abort();
      // a syllable of Korean or Chinese says as much as several letters
      if (!asked || (asked.length < 2 && asked < "\u0080")) return close();
      const ours = new AbortController();
      asking = ours;
      const address = new URL(form.action);
      address.search = new URLSearchParams({ q: asked });
      try {
        const found = await page(address, ours.signal);
        if (!ours.signal.aborted) show(found, asked, address.href);
      } catch { /* aborted, or the search is not available: Enter asks for its page */ }
    }

    field.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(ask, PAUSE);
    });
    field.addEventListener("keydown", (event) => {
      if (event.isComposing || list.hidden) return;
      const count = list.children.length;
      const to = { ArrowDown: chosen + 1, ArrowUp: chosen < 0 ? count - 1 : chosen - 1 }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        choose(to >= count ? -1 : to);
      } else if (event.key === "Enter" && chosen >= 0) {
        event.preventDefault();
        list.children[chosen].click();
      } else if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation(); // the next one closes what is around the field
        close();
      }
    });
    // a press on a line leaves the cursor in the field, so that the list stays until it is followed
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) close(); });
    form.addEventListener("submit", close);
  }

  document.querySelectorAll("form[data-suggests]").forEach(suggest);

  function more(pages) {
    const link = pages.querySelector("a[rel=next]");
    const shelf = document.querySelector(".browse .shelf");
    if (!link || !shelf) return;
    link.textContent = pages.dataset.more;
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (link.ariaBusy === "true") return;
      link.ariaBusy = "true";
      try {
        const address = link.href;
        const next = await page(address);
        const wares = [...next.querySelectorAll(".browse .shelf > li")].map((each) => document.adoptNode(each));
        shelf.append(...wares);
        // back from a product, the page is shown that it stands on
        history.replaceState(history.state, "", address);
        wares[0]?.querySelector("a").focus({ preventScroll: true });
        const following = next.querySelector(".turn a[rel=next]");
        if (following) link.href = following.getAttribute("href");
        else link.remove();
        if (!pages.querySelector("a")) pages.remove();
        link.ariaBusy = null;
      } catch {
        location.assign(link.href);
      }
    });
  }

  document.querySelectorAll(".browse .turn[data-more]").forEach(more);

  function bag(link) {
    let panel = null;

    function close() {
      panel?.remove();
      panel = null;
      link.setAttribute("aria-expanded", "false");
    }

    function show(cart) {
      panel = element("div", "drop-panel bag");
      panel.setAttribute("role", "dialog");
      panel.setAttribute("aria-label", link.dataset.bag);
      panel.tabIndex = -1;
      const lines = [...cart.querySelectorAll(".cart-lines > li")];
      const list = element("ul", "bag-lines");
      list.append(...lines.slice(0, MOST).map((each) => {
        const options = [...each.querySelectorAll(".cart-about > .meta")].slice(0, -1).map((one) => one.textContent.trim());
        const count = each.querySelector("input[name=quantity]")?.value ?? "1";
        const name = [words(each, ".cart-name"), ...options].join(" · ");
        const total = each.querySelector(".cart-total")?.lastChild?.textContent.trim() ?? "";
        return line("li", each.querySelector("img.cart-thumb"), `${name} × ${count}`, total);
      }));
      panel.append(element("p", "bag-title", link.dataset.bag), lines.length ? list : element("p", "quiet", words(cart, ".empty-title")));
      if (lines.length > MOST) panel.append(element("p", "quiet", "…"));
      const due = cart.querySelector(".bill-due");
      if (due) {
        const total = element("p", "bag-due");
        total.append(element("span", "", words(due, "dt")), element("strong", "", words(due, "dd")));
        panel.append(total);
      }
      const acts = element("p", "acts");
      const whole = element("a", "button", link.dataset.bagAll);
      whole.href = link.href;
      acts.append(whole);
      const checkout = cart.querySelector(".summary-panel a.primary");
      if (checkout) {
        const pay = element("a", "button primary", checkout.textContent.trim());
        pay.href = checkout.getAttribute("href");
        acts.append(pay);
      }
      panel.append(acts);
      link.after(panel);
      link.setAttribute("aria-expanded", "true");
      panel.focus();
    }

    link.setAttribute("aria-haspopup", "dialog");
    link.setAttribute("aria-expanded", "false");
    link.parentElement.classList.add("with-bag");
    link.addEventListener("click", async (event) => {
      if (!WIDE.matches || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (panel) return close();
      try {
        show(await page(link.href));
      } catch {
        location.assign(link.href);
      }
    });
    document.addEventListener("click", (event) => {
      if (panel && !panel.contains(event.target) && !link.contains(event.target)) close();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !panel) return;
      close();
      link.focus();
    });
    document.addEventListener("focusin", (event) => {
      if (panel && !panel.contains(event.target) && event.target !== link) close();
    });
  }

  const cart = document.querySelector("a[data-bag]");
  if (cart && location.pathname !== new URL(cart.href).pathname) bag(cart);
})();
