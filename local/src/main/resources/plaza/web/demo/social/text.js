// Texts that people wrote, as text nodes: addresses and mentions become links, and long texts are
// folded.

import { content, h } from "/shared/dom.js";
import { personAddress } from "./parts.js";
import { outsideLink } from "../parts.js";

/** An address, without characters that change the direction of the text after them. */
const ADDRESS = /https?:\/\/[^\s<>"\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi;

/** A mention of a person, as the API counts them. */
const MENTION = /(?<![\p{L}\p{N}_@/]-{0,63})@([A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-])/gu;

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
  for (const { start, length, link } of links(text)) {
    // a mention in an address is a part of it
    if (start >= from) {
      nodes.push(text.slice(from, start), link);
      from = start + length;
    }
  }
  nodes.push(text.slice(from));
  return nodes;
}

/** The links in a text, by their place in it. @param {string} text */
function links(text) {
  const found = [];
  for (const { 0: match, index: start } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(match);
    if (URL.canParse(address)) {
      found.push({ start, length: address.length, link: outsideLink(address, address) });
    }
  }
  for (const { 0: match, 1: id, index: start } of text.matchAll(MENTION)) {
    const link = h("a", { href: personAddress(id) }, match);
    found.push({ start, length: match.length, link });
  }
  return found.sort((one, other) => one.start - other.start);
}

/** Removes what ends the sentence, also a bracket that opened before the address. */
function withoutEnd(address) {
  const shorter = address.replace(END, "");
  const isOpenedBefore = shorter.endsWith(")") && !shorter.includes("(");
  return isOpenedBefore ? withoutEnd(shorter.slice(0, -1)) : shorter;
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
