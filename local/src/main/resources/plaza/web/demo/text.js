// Texts that people wrote, as text nodes: addresses become links, and long texts are folded.

import { content, h } from "/shared/dom.js";

const ADDRESS = /https?:\/\/[^\s<>"]+/g;

/** What ends a sentence and not an address. */
const END = /[.,:;!?'")\]}…]+$/;

const LENGTH_MAX = 600;
const LINES_MAX = 8;

/** The text of a post. @param {string} text */
export function longText(text) {
  const body = content("", { class: "content post-text" });
  body.append(...withLinks(text));
  const isLong = text.length > LENGTH_MAX || text.split("\n").length > LINES_MAX;
  if (!isLong) {
    return body;
  }
  body.classList.add("folded");
  const button = h("button", { type: "button", class: "quiet more", onclick: unfold }, "Show more");
  return h("div", null, body, button);

  function unfold() {
    body.classList.remove("folded");
    button.remove();
    body.tabIndex = -1;
    body.focus({ preventScroll: true });
  }
}

/** @param {string} text */
function withLinks(text) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(END, "");
    nodes.push(text.slice(from, match.index), outsideLink(address, address));
    from = match.index + address.length;
  }
  nodes.push(text.slice(from));
  return nodes;
}

/**
 * A link to another site, which opens in a window of its own and learns nothing of this one.
 *
 * @param {string} address
 * @param {unknown} text
 */
export function outsideLink(address, text) {
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, text);
}

/**
 * A link to an image of another site: the demo sends no request to other machines.
 *
 * @param {string | undefined} address
 */
export function imageLink(address) {
  if (!address || !URL.canParse(address)) {
    return null;
  }
  return h("p", { class: "small" }, outsideLink(address, `Image on ${new URL(address).hostname}`));
}
