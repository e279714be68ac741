// Parts that several views share.

import { content, fill, h, loadingState } from "/shared/dom.js";

/** @import { Schemas } from "plaza-demo" */

const HUES = 8;
const TYPING_MILLIS = 250;
const POLL_MILLIS_MIN = 15_000;
const POLL_MILLIS_MAX = 60_000;

/** The path below which this machine serves images. */
const MEDIA = "/media/";
const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** A number from 0 to 7 that is always the same for a text; the style sheet maps it to a colour. */
export function hue(text) {
  let sum = 0;
  for (const character of text) {
    sum = (5 * sum + character.codePointAt(0)) % 1009;
  }
  return sum % HUES;
}

/**
 * Returns the path of an image that this machine serves, under whatever name the page was opened;
 * undefined for any other address. The content security policy of the demo allows no request to
 * other machines.
 *
 * @param {string | undefined} address
 */
export function mediaPath(address) {
  if (!address || !URL.canParse(address)) {
    return undefined;
  }
  const { hostname, pathname, search } = new URL(address);
  const isHere = hostname === location.hostname || LOOPBACK.includes(hostname);
  return isHere && pathname.startsWith(MEDIA) ? pathname + search : undefined;
}

/**
 * The image of a person in a circle, or their initials.
 *
 * @param {Schemas["UserSummary"]} user
 */
export function avatar(user) {
  const initials = (user.name ?? user.userId)
    .split(/\s+/)
    .map((word) => [...word][0])
    .slice(0, 2)
    .join("")
    .toUpperCase();
  const path = mediaPath(user.imageUrl);
  const image = path && h("img", { src: path, alt: "", loading: "lazy", onerror: ({ target }) => target.remove() });
  return h("span", { class: `avatar hue-${hue(user.userId)}`, "aria-hidden": "true" }, image, initials);
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

/** The shape of a list that is being loaded, as in the HTML of the page. @param {string} text */
export function skeleton(text) {
  return h("div", { class: "skeleton", role: "status", "aria-label": text });
}

/**
 * A list that loads a page, and another one when its button is pressed.
 *
 * @template Item
 * @param {{items: Item[], nextCursor?: string}} first the first page
 * @param {(cursor: string) => Promise<{items: Item[], nextCursor?: string}>} load requests a page
 * @param {(item: Item) => HTMLElement} row returns the element of an item
 * @param {string} name
 * @param {string} [more] what its button says
 */
export function moreList(first, load, row, name, more = "Show older") {
  const list = h("div", { class: "list", role: "feed", "aria-label": name });
  const foot = h("div", { class: "foot" });
  append(first);
  return { list, foot };

  /** @param {{items: Item[], nextCursor?: string}} page */
  function append({ items, nextCursor }) {
    list.append(...items.map(row));
    fill(
      foot,
      nextCursor && h("button", { type: "button", onclick: () => next(nextCursor) }, more),
    );
  }

  async function next(cursor) {
    fill(foot, loadingState());
    const known = list.childElementCount;
    try {
      append(await load(cursor));
      const next = list.children[known]?.querySelector("a, button");
      if (next instanceof HTMLElement) {
        next.focus();
      }
    } catch (error) {
      fill(
        foot,
        h("p", { class: "problem-text", role: "alert" }, error.message),
        h("button", { type: "button", onclick: () => next(cursor) }, "Try again"),
      );
    }
  }
}

/**
 * Lets the browser save a file.
 *
 * @param {string[]} texts
 * @param {string} name
 * @param {string} type its media type
 */
export function saveFile(texts, name, type) {
  const url = URL.createObjectURL(new Blob(texts, { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Gives a view a title of its own, also if it was left meanwhile. */
export function setTitle(view, title) {
  view.dataset.title = title;
  if (view.isConnected) {
    document.title = `${title} – Lowmere`;
  }
}

/**
 * Returns a function that calls `work` once it has not been called again for a moment.
 *
 * @param {() => void} work
 */
export function afterPause(work) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, TYPING_MILLIS);
  };
}

/** Calls `work` at intervals while the view is shown, until the signal. */
export function every(millis, work, view, signal) {
  const timer = setInterval(() => document.hidden || !view.isConnected || work(), millis);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/**
 * Calls `work` after 15 s, and then again and again while the view is shown, until the signal.
 * Each call that finds nothing new doubles the pause, up to a minute. A page that becomes visible
 * calls it at once.
 *
 * @param {() => Promise<boolean>} work whether there is something new
 * @param {HTMLElement} view
 * @param {AbortSignal} signal
 * @param {number} [first] the milliseconds until the first call
 */
export function poll(work, view, signal, first = POLL_MILLIS_MIN) {
  let pause = POLL_MILLIS_MIN;
  let timer = setTimeout(look, first);
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));

  async function look() {
    clearTimeout(timer);
    if (document.hidden) {
      return;
    }
    const isNew = view.isConnected && (await work());
    pause = isNew ? POLL_MILLIS_MIN : Math.min(2 * pause, POLL_MILLIS_MAX);
    if (!signal.aborted) {
      clearTimeout(timer);
      timer = setTimeout(look, pause);
    }
  }
}
