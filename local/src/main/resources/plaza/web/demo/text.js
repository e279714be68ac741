// Texts that people wrote, as text nodes: addresses become links, and long texts are folded.

import { content, h } from "/shared/dom.js";

/** An address, without characters that change the direction of the text after them. */
const ADDRESS = /https?:\/\/[^\s<>"\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi;

/** What ends a sentence and not an address. */
const END = /[.,:;!?'"\]}…]+$/;

const LENGTH_MAX = 600;
const LINES_MAX = 8;

/** The whole text of a post. @param {string} text */
export function wholeText(text) {
  const body = content("", { class: "content post-text" });
  body.append(...withLinks(text));
  return body;
}

/** The text of a post, the end of a long one behind a button. @param {string} text */
export function longText(text) {
  const body = wholeText(text);
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
    const address = withoutEnd(match[0]);
    if (URL.canParse(address)) {
      nodes.push(text.slice(from, match.index), outsideLink(address, address));
      from = match.index + address.length;
    }
  }
  nodes.push(text.slice(from));
  return nodes;
}

/** Removes what ends the sentence, also a bracket that opened before the address. */
function withoutEnd(address) {
  const shorter = address.replace(END, "");
  const isOpenedBefore = shorter.endsWith(")") && !shorter.includes("(");
  return isOpenedBefore ? withoutEnd(shorter.slice(0, -1)) : shorter;
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
 * A link to an image. The content security policy of the demo allows no request to other machines.
 *
 * @param {string | undefined} address
 */
export function imageLink(address) {
  if (!address || !URL.canParse(address)) {
    return null;
  }
  const { protocol, hostname } = new URL(address);
  const text = content(`Image on ${hostname}`, null);
  return h(
    "p",
    { class: "small" },
    /^https?:$/.test(protocol) ? outsideLink(address, text) : text,
    h("span", { class: "muted" }, " (this page loads nothing from other machines)"),
  );
}
