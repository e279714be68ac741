// Icons: lines of the colour of the text. What they mean stands in a text beside them, which may be
// only for screen readers.

import { h } from "/shared/dom.js";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** The lines, in a square of 24. */
const PATHS = {
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21.5h4M12 2.5V5",
  delete: "M4 6.5h16M9.5 6V4h5v2M6.5 6.5l.8 13.5h9.4l.8-13.5M10.2 10.5v6M13.8 10.5v6",
  edit: "M14.5 5.5l4 4L8 20l-5 1 1-5zM12.5 7.5l4 4",
  image: "M3.5 5h17v14h-17zM4 17l5-5.5 4 4 2.5-2 4.5 4M15.5 9.5h.1",
  like: "M12 20.5C5.5 16 3 12.6 3 9.2A4.7 4.7 0 0 1 12 7a4.7 4.7 0 0 1 9 2.2c0 3.4-2.5 6.8-9 11.3z",
  lock: "M5.5 11h13v9.5h-13zM8 11V8a4 4 0 0 1 8 0v3",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  reply: "M4 5h16v11.5h-9L6.5 20.5v-4H4z",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  const path = document.createElementNS(NAMESPACE, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/**
 * An icon and its meaning, which a tip shows.
 *
 * @param {keyof typeof PATHS} name
 * @param {string} text
 */
export function iconAlone(name, text) {
  return h("span", { class: "icon-alone", title: text }, icon(name), h("span", { class: "visually-hidden" }, text));
}
