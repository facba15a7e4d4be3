// What our pages do in the browser beyond links and forms. All of it is a convenience: every page
// works without it. Attributes say what is wanted:
//   data-plot     a figure that is drawn (its JSON is web/plots.py: Plot)
//   data-copy     a button that copies a text
//   data-live     a region that is fetched again from that address every data-seconds
//   data-sends    a field that sends its form when it changes, by keys once it is left or by Enter
//   data-pressed-by  a button that is pressed when one of the fields of these names changes
//   data-answers  a form whose answer is shown in the region of that id; what was typed stays
// Tables in `.wide-table` with more than two columns become cards on phones (`.stacks`).
(() => {
  "use strict";

  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const COLOURS = ["--plot-1", "--plot-2", "--plot-3", "--plot-4"];

  function shortened(value) {
    const size = Math.abs(value);
    if (size >= 1e9) return `${+(value / 1e9).toFixed(1)}G`;
    if (size >= 1e6) return `${+(value / 1e6).toFixed(1)}M`;
    if (size >= 1e4) return `${+(value / 1e3).toFixed(1)}k`;
    return String(+value.toFixed(2));
  }

  function draw(figure) {
    const plot = JSON.parse(figure.dataset.plot);
    const area = figure.querySelector(".plot-area");
    const bars = plot.kind === "bars" ? uPlot.paths.bars({ size: [0.7, 60] }) : undefined;
    const axis = { stroke: token("--quiet"), grid: { stroke: token("--line"), width: 1 }, ticks: { show: false }, font: "12px system-ui" };
    const options = {
      width: area.clientWidth,
      height: Number(figure.dataset.height),
      scales: { x: { time: false, range: (u, low, high) => (bars ? [low - 0.6, high + 0.6] : [low, Math.max(high, low + 1)]) }, y: { range: (u, low, high) => [Math.min(0, low), Math.max(high, 1) * 1.08] } },
      legend: { live: true },
      cursor: { drag: { x: false, y: false } },
      // without a pointer there is no point whose values the legend could show
      hooks: { setLegend: [(u) => area.classList.toggle("pointed", u.legend.idx != null)] },
      axes: [
        { ...axis, space: 70, incrs: [1, 2, 5, 7, 10, 14, 30, 60, 90, 180], values: (u, at) => at.map((i) => plot.labels[i] ?? "") },
        { ...axis, size: 56, values: (u, at) => at.map(shortened) },
      ],
      series: [
        { label: "", value: (u, i) => (i == null ? "" : plot.labels[i]) },
        ...plot.series.map((series, n) => {
          const colour = token(COLOURS[n % COLOURS.length]);
          return {
            label: series.name,
            stroke: colour,
            width: 2,
            dash: series.dashed ? [5, 5] : undefined,
            fill: bars ? colour : undefined,
            paths: bars,
            points: { show: !bars && plot.labels.length < 32, size: 5 },
            value: (u, value, at, index) => (index == null ? "" : value == null ? "–" : `${value.toLocaleString()}${plot.unit}`),
          };
        }),
      ],
    };
    area.replaceChildren();
    area.classList.remove("pointed");
    new uPlot(options, [plot.labels.map((_, i) => i), ...plot.series.map((series) => series.values)], area);
  }

  function plots() {
    const figures = document.querySelectorAll("figure[data-plot]");
    if (!figures.length || typeof uPlot === "undefined") return;
    const all = () => figures.forEach(draw);
    all();
    let width = innerWidth;
    let waiting = 0;
    addEventListener("resize", () => {
      if (innerWidth === width) return;
      width = innerWidth;
      clearTimeout(waiting);
      waiting = setTimeout(all, 150);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
  }

  function copying() {
    document.addEventListener("click", async (event) => {
      const button = event.target.closest("[data-copy]");
      if (!button) return;
      await navigator.clipboard.writeText(button.dataset.copy);
      if (button.matches(".copied")) return;
      // its nodes, not their text: parts of it are for screen readers alone
      const before = [...button.childNodes];
      button.classList.add("copied");
      button.replaceChildren(button.dataset.copied);
      setTimeout(() => { button.replaceChildren(...before); button.classList.remove("copied"); }, 1500);
    });
  }

  function living() {
    document.querySelectorAll("[data-live]").forEach((region) => {
      let asking = false;
      setInterval(async () => {
        if (asking || document.hidden || region.dataset.paused === "true") return;
        asking = true;
        try {
          const answer = await fetch(region.dataset.live, { headers: { "X-Requested-With": "openmall" } });
          if (answer.ok && !answer.redirected) {
            const text = await answer.text();
            if (text !== region.dataset.shown) {
              region.dataset.shown = text;
              region.replaceChildren(document.createRange().createContextualFragment(text));
              cards(region);
            }
          }
        } catch { /* the next time */ } finally { asking = false; }
      }, 1000 * Number(region.dataset.seconds || 2));
    });
  }

  // Arrows change a list or a radio button at each press: what they choose counts once it is left
  // or by Enter. The page that comes then continues at the field, or behind the one that was left.
  const DECIDED = "openmall decided";
  let byKeys = false;
  let undecided = null;

  function decide(field, act, left = false) {
    undecided = null;
    const { pathname } = new URL(field.form.getAttribute("action") ?? "", location.href);
    sessionStorage.setItem(DECIDED, JSON.stringify({ pathname, name: field.name, left }));
    act();
  }

  function whenDecided(field, act) {
    if (byKeys && field.type !== "checkbox") undecided = { field, act };
    else decide(field, act);
  }

  function deciding() {
    document.addEventListener("keydown", (event) => {
      byKeys = true;
      if (event.key !== "Enter" || undecided?.field !== event.target) return;
      event.preventDefault();
      decide(undecided.field, undecided.act);
    }, true);
    for (const name of ["pointerdown", "mousedown"]) document.addEventListener(name, () => { byKeys = false; }, true);
    document.addEventListener("focusout", (event) => {
      if (!undecided || event.target.name !== undecided.field.name) return;
      if (document.hasFocus() && event.relatedTarget?.name !== undecided.field.name) decide(undecided.field, undecided.act, true);
    });
    let decided = null;
    try {
      decided = JSON.parse(sessionStorage.getItem(DECIDED));
      sessionStorage.removeItem(DECIDED);
    } catch { /* storage is closed */ }
    if (decided?.pathname !== location.pathname) return;
    const fields = [...document.querySelectorAll("main :is(input, select, textarea, button)")].filter((each) => !each.disabled && each.tabIndex >= 0 && (each.checkVisibility?.() ?? true));
    const at = fields.findLastIndex((each) => each.name === decided.name && (each.type !== "radio" || each.checked));
    (at < 0 ? null : fields[at + (decided.left ? 1 : 0)])?.focus();
  }

  function sending() {
    document.addEventListener("change", (event) => {
      if (event.target.matches("[data-sends]")) whenDecided(event.target, () => event.target.form.requestSubmit());
    });
  }

  function pressing() {
    document.querySelectorAll("[data-pressed-by]").forEach((button) => {
      const names = button.dataset.pressedBy.split(" ");
      button.parentElement.hidden = true;
      button.closest("fieldset").addEventListener("change", (event) => {
        if (names.includes(event.target.name)) whenDecided(event.target, () => button.form.requestSubmit(button));
      });
    });
  }

  function answering() {
    document.addEventListener("submit", async (event) => {
      const form = event.target.closest("form[data-answers]");
      if (!form) return;
      event.preventDefault();
      const region = document.getElementById(form.dataset.answers);
      region.setAttribute("aria-busy", "true");
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (answer.redirected) { location.href = answer.url; return; }
      const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(region.id);
      if (!told) { form.submit(); return; }
      region.replaceChildren(...told.childNodes);
      region.removeAttribute("aria-busy");
      cards(region);
    });
  }

  // Back and reload show the page again, not what a browser asks before it sends a form again. What
  // is shown only once is kept by the server: there the form may be sent again.
  function readdressing() {
    if (!document.querySelector("[data-shown-once]")) history.replaceState(history.state, "", location.href);
  }

  // The menu is longer than low windows: the entry of this page is in view. Browsers that know
  // `scroll-initial-target` do so by themselves.
  function showEntry() {
    const side = document.querySelector(".side");
    const entry = side?.querySelector("[aria-current]");
    if (!entry || side.scrollHeight <= side.clientHeight) return;
    const place = entry.getBoundingClientRect(), frame = side.getBoundingClientRect();
    if (place.top >= frame.top && place.bottom <= Math.min(frame.bottom, innerHeight)) return;
    side.scrollTop += place.top - frame.top - side.clientHeight / 2;
  }

  // The name of each cell's column; and the roles that tables lose when they are no longer
  // displayed as tables. The cell that names a row needs no label.
  function cards(within) {
    within.querySelectorAll(".wide-table > table:not(.whole)").forEach((table) => {
      const [heads, ...more] = table.tHead?.rows ?? [];
      if (!heads || more.length || heads.cells.length < 3 || table.closest(".plot")) return;
      table.classList.add("stacks");
      table.setAttribute("role", "table");
      const names = [...heads.cells].map((head) => head.querySelector(":scope > .unseen, input") ? "" : head.textContent.trim());
      for (const row of table.rows) {
        row.setAttribute("role", "row");
        row.parentElement.setAttribute("role", "rowgroup");
        let named = row.cells[0]?.tagName === "TH" || [...row.cells].some((cell) => cell.scope === "row");
        [...row.cells].forEach((cell, at) => {
          const heading = cell.tagName === "TH";
          cell.setAttribute("role", heading ? (cell.scope === "row" ? "rowheader" : "columnheader") : "cell");
          if (heading || "label" in cell.dataset || row.cells.length !== names.length || !names[at]) return;
          if (named || cell.matches(".figure, :has(input, select)")) cell.dataset.label = names[at];
          else named = true;
        });
      }
    });
  }

  // Browsers leave a tab where it is that a row which scrolls shows in part
  function showTabs() {
    document.addEventListener("focusin", (event) => {
      if (event.target.closest(".tabs") && event.target.matches(":focus-visible")) event.target.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }

  readdressing();
  showTabs();
  showEntry();
  cards(document);
  plots();
  copying();
  living();
  deciding();
  sending();
  pressing();
  answering();
})();
