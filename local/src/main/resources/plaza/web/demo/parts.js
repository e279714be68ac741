// Parts that several views share.

import { content, fill, h, loadingState, toast } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";
import { address } from "/shared/router.js";
import { call, signedIn } from "./session.js";
import { watch } from "./views.js";

/** @import { Schemas } from "plaza-demo" */

const HUES = 8;
const POLL_MILLIS_MIN = 15_000;
const POLL_MILLIS_MAX = 60_000;

/** A number from 0 to 7 that is always the same for a text; the style sheet maps it to a colour. */
export function hue(text) {
  let sum = 0;
  for (const character of text) {
    sum = (5 * sum + character.codePointAt(0)) % 1009;
  }
  return sum % HUES;
}

/**
 * The initials of a person in a circle.
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
  return h("span", { class: `avatar hue-${hue(user.userId)}`, "aria-hidden": "true" }, initials);
}

/** @param {Schemas["UserSummary"]} user */
export function personLink(user, props = {}) {
  const name = content(user.name ?? user.userId, null);
  return h("a", { href: address({ view: "person", id: user.userId }), ...props }, name);
}

/**
 * A post with its author, its counts and a button to like it.
 *
 * @param {Schemas["ExpandedPost"]} post
 */
export function postCard(post) {
  const author = post.author ?? { userId: post.userId };
  const card = h(
    "article",
    { class: "post", "data-post": post.postId },
    avatar(author),
    h(
      "div",
      { class: "post-body" },
      h(
        "header",
        null,
        personLink(author, { class: "name" }),
        h("span", { class: "muted small" }, timeElement(post.timestamp)),
        post.editedAt && h("span", { class: "muted small" }, "edited"),
      ),
      h("p", { class: "post-text" }, content(post.content, null)),
      likeButton(post),
    ),
  );
  watch(card);
  return card;
}

/**
 * Shows a like before the response arrives, and takes it back if the response is an error.
 *
 * @param {Schemas["ExpandedPost"]} post
 */
function likeButton(post) {
  let liked = post.mine?.liked ?? false;
  let count = post.counts?.likeCount ?? 0;
  const heart = h("span", { class: "heart", "aria-hidden": "true" });
  const number = h("span", null);
  const button = h("button", { type: "button", class: "like", onclick: change }, heart, number);
  show();
  return button;

  function show() {
    heart.textContent = liked ? "♥" : "♡";
    number.textContent = String(count);
    button.setAttribute("aria-pressed", String(liked));
    button.setAttribute("aria-label", `Like, ${count} ${count === 1 ? "like" : "likes"}`);
  }

  function toggle() {
    liked = !liked;
    count += liked ? 1 : -1;
    show();
  }

  async function change() {
    if (button.disabled) {
      return;
    }
    button.setAttribute("aria-busy", "true");
    const method = liked ? "delete" : "put";
    toggle();
    try {
      const path = { postId: post.postId, userId: signedIn().userId };
      await call(method, "/posts/{postId}/likes/{userId}", { path });
    } catch (error) {
      toggle();
      toast(error.message);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }
}

/**
 * A list that loads a page, and another one when its button is pressed.
 *
 * @template Item
 * @param {{items: Item[], nextCursor?: string}} first the first page
 * @param {(cursor: string) => Promise<{items: Item[], nextCursor?: string}>} load requests a page
 * @param {(item: Item) => HTMLElement} row returns the element of an item
 * @param {string} name
 */
export function moreList(first, load, row, name) {
  const list = h("div", { class: "list", role: "feed", "aria-label": name });
  const foot = h("div", { class: "foot" });
  append(first);
  return { list, foot };

  /** @param {{items: Item[], nextCursor?: string}} page */
  function append({ items, nextCursor }) {
    list.append(...items.map(row));
    fill(
      foot,
      nextCursor && h("button", { type: "button", onclick: () => next(nextCursor) }, "Show older"),
    );
  }

  async function next(cursor) {
    fill(foot, loadingState());
    try {
      append(await load(cursor));
    } catch (error) {
      fill(
        foot,
        h("p", { class: "problem-text", role: "alert" }, error.message),
        h("button", { type: "button", onclick: () => next(cursor) }, "Try again"),
      );
    }
  }
}

/** Calls `work` at intervals while the page is visible, until the signal. */
export function every(millis, work, signal) {
  const timer = setInterval(() => document.hidden || work(), millis);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/**
 * Calls `work` after 15 s, and then again and again while the page is visible, until the signal.
 * Each call that finds nothing new doubles the pause, up to a minute. A page that becomes visible
 * calls it at once.
 *
 * @param {() => Promise<boolean>} work whether there is something new
 * @param {AbortSignal} signal
 */
export function poll(work, signal) {
  let pause = POLL_MILLIS_MIN;
  let timer = setTimeout(look, pause);
  document.addEventListener("visibilitychange", look, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));

  async function look() {
    clearTimeout(timer);
    if (document.hidden) {
      return;
    }
    const isNew = await work();
    pause = isNew ? POLL_MILLIS_MIN : Math.min(2 * pause, POLL_MILLIS_MAX);
    if (!signal.aborted) {
      clearTimeout(timer);
      timer = setTimeout(look, pause);
    }
  }
}
