// Parts that several views of the social network share.

import { content, h } from "/shared/dom.js";
import { address } from "/shared/router.js";

/** @import { Schemas } from "plaza-demo" */

/** @param {Schemas["UserSummary"]} user */
export function personLink(user, props = {}) {
  const name = content(user.name ?? user.userId, null);
  return h("a", { href: personAddress(user.userId), ...props }, name);
}

/** @param {string} id */
export function personAddress(id) {
  return address({ view: "person", id });
}

/**
 * Hides posts, and moves the focus from the one with `element` to the nearest one that stays.
 *
 * @param {HTMLElement} element
 * @param {() => void} hide
 */
export function leaving(element, hide) {
  const cards = [...document.querySelectorAll("main [data-post]:not([hidden])")];
  const index = cards.findIndex((card) => card.contains(element));
  hide();
  const { activeElement } = document;
  if (activeElement === document.body || !activeElement?.checkVisibility()) {
    const next = [...cards.slice(index + 1), ...cards.slice(0, Math.max(index, 0)).reverse()]
      .map((card) => card.querySelector("a"))
      .find((link) => link?.checkVisibility());
    (next ?? document.getElementById("main"))?.focus();
  }
}
