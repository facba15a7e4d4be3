// A page of a shop in the frame of the shop editor, which loads it again after each save: it stays
// where it was scrolled to, and shows the block that the editor names.
(() => {
  "use strict";

  const key = `openmall scrolled ${location.pathname.replace(/\/skin-[^/]*/, "")}`;
  const left = Number(sessionStorage.getItem(key));
  let shown = false;
  const to = (top) => scrollTo({ top, behavior: "instant" });
  const restore = () => { if (left && !shown) to(left); };
  // the editor replaces what the frame shows, and browsers keep a place for Back and reload alone
  history.scrollRestoration = "manual";
  restore();
  // pictures above may have made the page longer
  addEventListener("load", restore);
  addEventListener("scroll", () => sessionStorage.setItem(key, String(Math.round(scrollY))), { passive: true });

  // browsers let no page but the editor's frame this one
  addEventListener("message", (event) => {
    if (event.source !== parent || parent === window) return;
    const block = document.getElementById(`block-${Number(event.data?.block)}`);
    if (!block) return;
    shown = true;
    // without the pages around the frame, and clear of the head of the shop
    to(block.getBoundingClientRect().top + scrollY - (document.querySelector(".top")?.offsetHeight ?? 0));
  });
})();
