// Parts that several views share.

import { content, fill, h, loadingState, toast } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";
import { address } from "/shared/router.js";
import { call, id, session } from "./session.js";

const HUES = 8;

/** A number from 0 to 7 that is always the same for a text; the style sheet maps it to a colour. */
export function hue(text) {
  let sum = 0;
  for (const character of text) {
    sum = (5 * sum + character.codePointAt(0)) % 1009;
  }
  return sum % HUES;
}

/** The initials of a person in a circle. */
export function avatar(user) {
  const initials = (user.name ?? user.userId)
    .split(/\s+/)
    .map((word) => [...word][0])
    .slice(0, 2)
    .join("")
    .toUpperCase();
  return h("span", { class: `avatar hue-${hue(user.userId)}`, "aria-hidden": "true" }, initials);
}

export function personLink(user, props) {
  const name = content(user.name ?? user.userId, null);
  return h("a", { href: address({ view: "person", id: user.userId }), ...props }, name);
}

/** A post with its author, its counts and a button to like it. */
export function postCard(post) {
  const author = post.author ?? { userId: post.userId };
  return h(
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
}

/** Shows a like before the response arrives, and takes it back if the response is an error. */
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
    const method = liked ? "DELETE" : "PUT";
    button.setAttribute("aria-busy", "true");
    toggle();
    try {
      await call(`/posts/${id(post.postId)}/likes/${id(session().userId)}`, { method });
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
 * @param load receives a cursor or undefined and returns a page
 * @param row returns the element of an item
 */
export function moreList(first, load, row, name) {
  const list = h("div", { class: "list", role: "feed", "aria-label": name });
  const foot = h("div", { class: "foot" });
  append(first);
  return { list, foot };

  function append(page) {
    list.append(...page.items.map(row));
    fill(
      foot,
      page.nextCursor &&
        h("button", { type: "button", onclick: () => next(page.nextCursor) }, "Show older"),
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
