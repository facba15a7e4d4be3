// Tells a shop what is looked at in it. What is kept in the browser, and how to switch it off:
// docs/analytics.md. What is served is openmall.min.js, which `make script` makes of this; the
// server puts SHOP, the number of the shop, and RESPECT, its setting, in.
((w, d) => {
  const tag = d.currentScript;
  const nav = navigator;
  const to = new URL("/collect", tag.src);
  const hidden = RESPECT && (nav.globalPrivacyControl || nav.doNotTrack == 1);
  const unsent = "openmall.unsent.";
  const week = 6048e5;
  const random = () =>
    [...crypto.getRandomValues(new Uint32Array(4))].map((n) => (n + 2 ** 32).toString(36)).join("");
  let kept = {}, browser = "", seconds = 0, events = [], came = d.referrer, here, seen, timer;
  // where nothing may be kept, reading alone may already throw
  try {
    kept = localStorage;
    if (hidden) {
      for (const key of Object.keys(kept)) if (key.startsWith("openmall.")) delete kept[key];
    } else {
      let [id, until] = (kept["openmall.visitor"] || "").split(" ");
      // thirteen months from the first visit, and never longer
      if (!(until > Date.now())) [id, until] = [random(), Date.now() + 395 * 864e5];
      kept.setItem("openmall.visitor", id + " " + until);
      browser = id;
      seconds = ((until - Date.now()) / 1e3) | 0;
    }
    // the storefront reads it where it lies on the same host
    d.cookie = `openmall_visitor=${browser};Path=/;Secure;SameSite=Lax;Max-Age=${seconds}`;
  } catch {}

  const post = (batch, leaving) => {
    const at = Date.now();
    const events = batch.events.map(({ at: then, ...told }) => ({
      ...told,
      ago: Math.max(0, at - then),
    }));
    const body = JSON.stringify({ ...batch, events });
    if (leaving && nav.sendBeacon(to, body)) return;
    fetch(to, { method: "POST", body, keepalive: true, credentials: "omit" })
      // what is refused for good is not sent again
      .then(({ status }) => {
        if (status < 500 && status != 429 && status != 408) delete kept[unsent + batch.batch_id];
      })
      .catch(() => {});
  };

  const said = (what) => {
    const at = d.querySelector(
      `meta[name="openmall:${what}"],body[data-${what}],main[data-${what}],script[data-${what}]`
    );
    return at ? at.content || at.getAttribute("data-" + what) : "";
  };
  // read as late as possible: shops of a single page change it after their address
  const finish = () => {
    if (!seen) return;
    seen.product_no = Math.max(0, parseInt(said("product-no"))) || 0;
    seen.words = [...said("search")].slice(0, 200).join("");
    seen.kind = seen.product_no ? "product" : seen.words ? "search" : "page";
    seen = 0;
  };
  const send = (leaving) => {
    finish();
    if (!events[0]) return;
    const batch = { batch_id: random(), shop_no: SHOP, browser, events };
    events = [];
    try {
      if (browser) kept[unsent + batch.batch_id] = JSON.stringify(batch);
    } catch {}
    post(batch, leaving);
  };
  const address = () => location.href.split("#")[0].slice(0, 2048);
  const page = (again) => {
    const url = address();
    if (url == here && !again) return;
    finish();
    events.push((seen = { at: Date.now(), url, referrer: came.slice(0, 2048) }));
    came = here = url;
    clearTimeout(timer);
    timer = setTimeout(send, 1e3);
  };

  const push = history.pushState;
  history.pushState = function () {
    finish();
    // it may have been replaced meanwhile
    here = address();
    push.apply(this, arguments);
    page();
  };
  w.addEventListener("popstate", () => page());
  w.addEventListener("pageshow", (event) => event.persisted && page(1));
  w.addEventListener("pagehide", () => send(1));
  if (d.prerendering) d.addEventListener("prerenderingchange", page);
  else page();
  // what was not acknowledged goes out again under its name, for a week
  if (browser)
    for (const key of Object.keys(kept)) {
      if (!key.startsWith(unsent)) continue;
      const batch = JSON.parse(kept[key]);
      if (batch.events[0].at < Date.now() - week) delete kept[key];
      else post(batch);
    }
})(window, document);
