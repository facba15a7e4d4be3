// A page of a shop in the frame of the shop editor, which loads it again after each save: it stays
// where it was scrolled to, unless the address names a place in it.
(() => {
  "use strict";

  const key = `openmall scrolled ${location.pathname.replace(/\/skin-[^/]*/, "")}`;
  // the editor replaces what the frame shows, and browsers keep a place for Back and reload alone
  history.scrollRestoration = "manual";
  const left = Number(sessionStorage.getItem(key));
  const restore = () => { if (left && !location.hash) scrollTo({ top: left, behavior: "instant" }); };
  restore();
  // pictures above may have made the page longer
  addEventListener("load", restore);
  addEventListener("scroll", () => sessionStorage.setItem(key, String(Math.round(scrollY))), { passive: true });
})();
