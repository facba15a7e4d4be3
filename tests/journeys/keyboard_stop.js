// The control that has the focus: {name, wanted, faults}. Arguments: a selector, and a text that
// the control, its label or its name for assistive technology has.
const [selector, text] = arguments;
const at = document.activeElement;
if (!at || at === document.body || at === document.documentElement) {
  return { name: "body", wanted: false, faults: ["the focus is lost"] };
}
const labels = [...(at.labels ?? [])];
const words = [at.textContent, at.getAttribute("aria-label"), at.getAttribute("title"), ...labels.map((each) => each.textContent)].join(" ").replace(/\s+/g, " ").trim();
const name = `${at.tagName.toLowerCase()}${at.id ? `#${at.id}` : ""}${at.name ? `[${at.name}]` : ""} ${words.slice(0, 40)}`;
const wanted = at.matches(selector) && words.includes(text);
// what is framed says itself where its focus is
if (at.tagName === "IFRAME") return { name, wanted, faults: [] };

// what stands for a control that is not seen itself
const tiny = (each) => { const box = each.getBoundingClientRect(); return box.width < 4 || box.height < 4 || getComputedStyle(each).opacity === "0"; };
const shown = tiny(at) ? labels.find((each) => !tiny(each)) ?? at : at;
const rects = [...shown.getClientRects()];
const whole = getComputedStyle(shown).display === "inline" && rects.length ? rects[0] : shown.getBoundingClientRect();
const box = { left: whole.left, top: whole.top, right: whole.right, bottom: whole.bottom };

// the part of the window, and of what scrolls, in which it is seen
const clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
let fixed = false;
for (let each = shown.parentElement; each && each !== document.body && each !== document.documentElement; each = each.parentElement) {
  const style = getComputedStyle(each);
  if (!fixed && (style.overflowX !== "visible" || style.overflowY !== "visible")) {
    const edge = each.getBoundingClientRect();
    clip.left = Math.max(clip.left, edge.left);
    clip.top = Math.max(clip.top, edge.top);
    clip.right = Math.min(clip.right, edge.right);
    clip.bottom = Math.min(clip.bottom, edge.bottom);
  }
  fixed ||= style.position === "fixed";
}
const faults = [];
const width = Math.min(box.right, clip.right) - Math.max(box.left, clip.left);
const height = Math.min(box.bottom, clip.bottom) - Math.max(box.top, clip.top);
const fits = (size, room) => Math.min(size, room) - 2;
const round = (each) => [each.left, each.top, each.right, each.bottom].map(Math.round).join(" ");
if (box.right - box.left < 4 || box.bottom - box.top < 4) faults.push("nothing of it is seen");
else if (width < fits(box.right - box.left, clip.right - clip.left) || height < Math.min(fits(box.bottom - box.top, clip.bottom - clip.top), 160)) {
  faults.push(`it is out of view (${round(box)} in ${round(clip)})`);
} else {
  // in the middle it is on top; bars and dialogs cover no corner
  const part = { left: Math.max(box.left, clip.left), top: Math.max(box.top, clip.top), right: Math.min(box.right, clip.right), bottom: Math.min(box.bottom, clip.bottom) };
  const related = (hit) => hit && (shown.contains(hit) || hit.contains(shown) || labels.some((each) => each.contains(hit) || hit.contains(each)));
  const stays = (hit) => { for (let each = hit; each && !each.contains(shown); each = each.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return each; return null; };
  const named = (each) => `${each.tagName.toLowerCase()}.${[...each.classList].join(".")}`;
  const middle = document.elementFromPoint((part.left + part.right) / 2, (part.top + part.bottom) / 2);
  if (!related(middle) && part.bottom - part.top < 300) faults.push(`${middle ? named(middle) : "nothing"} is above its middle`);
  // within its round corners
  const inset = 2 + 0.3 * Math.min(parseFloat(getComputedStyle(shown).borderTopLeftRadius) || 0, width / 2, height / 2);
  for (const x of [part.left + inset, part.right - inset]) {
    // of a field of several lines, the line in which one types is in view
    const long = at.isContentEditable || at.tagName === "TEXTAREA";
    for (const y of [part.top + inset, ...(long ? [] : [part.bottom - inset])]) {
      const hit = document.elementFromPoint(x, y);
      const bar = hit && !related(hit) && stays(hit);
      if (bar && part.bottom - part.top < 300) faults.push(`${named(bar)} covers a corner (${round(box)})`);
    }
  }
}

// a ring around it, its label, or what it stands in; two of its sides at least are not cut off
const drawn = (each) => {
  const style = getComputedStyle(each);
  const size = parseFloat(style.outlineWidth);
  if (style.outlineStyle === "none" || !(size >= 1) || tiny(each)) return false;
  const lines = [...each.getClientRects()];
  const edge = style.display === "inline" && lines.length ? lines[0] : each.getBoundingClientRect();
  const out = parseFloat(style.outlineOffset) + size / 2;
  const sides = [edge.left - out >= clip.left, edge.right + out <= clip.right, edge.top - out >= clip.top, edge.bottom + out <= clip.bottom];
  return sides.filter(Boolean).length >= 2;
};
const around = [at, ...labels, at.nextElementSibling];
for (let each = at.parentElement, depth = 0; each && depth < 3; each = each.parentElement, depth += 1) around.push(each);
if (!around.some((each) => each && drawn(each))) faults.push("no ring is seen");
return { name, wanted, faults };
