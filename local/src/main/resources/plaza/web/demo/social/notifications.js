// What the signed-in person is notified of.

import { content, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { withAside } from "./aside.js";
import { setUnread, watchUnread } from "./news.js";
import { avatar, moreList } from "../parts.js";
import { personAddress, personLink } from "./parts.js";
import { requestAnswers } from "./people.js";
import { watchDeletion } from "./post.js";
import { watchStanding } from "./safety.js";
import { call, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const NOTIFICATIONS = "/users/{userId}/notifications";
const VIEW = "notifications";
const MENTIONS = "mentions";
const PAGE = 20;
const EXCERPT_LENGTH_MAX = 200;
/** @type {("user" | "post")[]} */
const EXPAND = ["user", "post"];

/** The kinds that the filter shows: what others say to the person. @type {Schemas["Notification"]["kind"][]} */
const MENTION_KINDS = ["reply", "mention"];

/** One request for the whole screen. What is new is marked as seen, and stays marked as new on it. */
export async function notifications(view, params, signal) {
  const path = { userId: signedIn().userId };
  const isFiltered = params.list === MENTIONS;
  const bar = h("div", { class: "new-posts", role: "status" });
  const body = h("div", { class: "stack" });
  let isSeen = false;
  fill(view, withAside(signal, h("div", { class: "column" }, h("h1", null, "Notifications"), tabs(isFiltered), bar, body)));
  watchUnread(showNew, signal);
  await load();

  /** @param {string} [cursor] */
  function request(cursor) {
    const kinds = isFiltered ? MENTION_KINDS : undefined;
    return call("get", NOTIFICATIONS, { path, query: { kinds, expand: EXPAND, limit: PAGE, cursor }, signal });
  }

  async function load() {
    fill(bar);
    fill(body, loadingState("Loading your notifications"));
    try {
      const page = await request();
      const { list, foot } = moreList(page, request, (each) => row(each, signal), "Notifications");
      const instead = h("div", { class: "if-empty" }, isFiltered ? noMentions() : nothing());
      fill(body, list, instead, foot);
      // a marker of the filtered list would also mark what it does not show
      if (!isFiltered) {
        await see(page.items[0]);
      }
    } catch (error) {
      if (!signal.aborted) {
        fill(body, errorState(error, load));
      }
    }
  }

  /** Marks everything as seen as soon as the window is visible. @param {Schemas["Notification"] | undefined} newest */
  async function see(newest) {
    await visible(signal);
    try {
      const unread = newest?.unread
        ? await call("put", `${NOTIFICATIONS}/seen`, { path, json: { at: newest.at }, signal })
        : { count: 0, more: false };
      isSeen = true;
      setUnread(unread);
    } catch {
      // the next visit marks it
    }
  }

  /** @param {Schemas["UnreadNotifications"]} unread */
  function showNew({ count, more }) {
    const text = `${count}${more ? "+" : ""} new ${count === 1 ? "notification" : "notifications"}`;
    fill(bar, isSeen && count > 0 && h("button", { type: "button", class: "primary", onclick: reload }, text));
  }

  async function reload() {
    isSeen = false;
    await load();
    body.querySelector("a")?.focus();
  }
}

/**
 * Ends when the window is visible.
 *
 * @param {AbortSignal} signal
 */
function visible(signal) {
  return new Promise((resolve) => {
    const look = () => document.hidden || resolve(undefined);
    document.addEventListener("visibilitychange", look, { signal });
    look();
  });
}

/** @param {boolean} isFiltered */
function tabs(isFiltered) {
  const tab = (list, text, isCurrent) =>
    h("a", { href: address({ view: VIEW, list }), "aria-current": isCurrent ? "page" : null }, text);
  return h(
    "nav",
    { class: "tabs", "aria-label": "Lists" },
    tab("", "All", !isFiltered),
    tab(MENTIONS, "Mentions", isFiltered),
  );
}

/**
 * A notification. It disappears with its post, and when no one of those who did it is shown.
 *
 * @param {Schemas["Notification"]} notification
 * @param {AbortSignal} signal
 */
function row(notification, signal) {
  const { kind, at, unread, postId, actors, post } = notification;
  const [actor] = actors;
  const target = postId ? postAddress(postId) : personAddress(actor.userId);
  const away = new Set();
  let isDeleted = false;
  const card = h(
    "article",
    { class: unread ? "post notice unread" : "post notice" },
    h("span", { class: "faces" }, actors.map(avatar)),
    h(
      "div",
      { class: "post-body" },
      h(
        "header",
        null,
        h("span", null, sentence(notification)),
        unread && h("span", { class: "badge" }, "New"),
        h("a", { class: "muted small time", href: target }, timeElement(at)),
      ),
      post && h("a", { class: "excerpt", href: target }, excerpt(post.content)),
      kind === "followRequest" && requestAnswers(actor),
    ),
  );
  actors.forEach(({ userId }) =>
    watchStanding(
      userId,
      (standing) => {
        away[standing ? "add" : "delete"](userId);
        show();
      },
      signal,
    ),
  );
  if (postId) {
    watchDeletion(
      postId,
      (now) => {
        isDeleted = now;
        show();
      },
      signal,
    );
  }
  return card;

  function show() {
    card.hidden = isDeleted || away.size === actors.length;
  }
}

/** @param {Schemas["Notification"]} notification */
function sentence({ kind, count = 1, postId, actors: [actor, other], post }) {
  const link = (user) => personLink(user, { class: "name" });
  const others = count - 1;
  switch (kind) {
    case "like": {
      const liked = post?.inReplyTo ? "your reply" : "your post";
      if (others < 1) {
        return [link(actor), ` likes ${liked}`];
      }
      const rest =
        others === 1 && other
          ? link(other)
          : h(
              "a",
              { class: "name", href: address({ view: "post", id: postId, list: "likes" }) },
              `${others} ${others === 1 ? "other" : "others"}`,
            );
      return [link(actor), " and ", rest, ` like ${liked}`];
    }
    case "reply":
      return [link(actor), " replied to you"];
    case "mention":
      return [link(actor), " mentioned you"];
    case "follow":
      return [link(actor), " follows you"];
    case "followRequest":
      return [link(actor), " asks to follow you"];
  }
}

/** @param {string} postId */
function postAddress(postId) {
  return address({ view: "post", id: postId });
}

/** The beginning of a text, which the style sheet cuts to two lines. @param {string} text */
function excerpt(text) {
  const characters = [...text.slice(0, 2 * EXCERPT_LENGTH_MAX)].slice(0, EXCERPT_LENGTH_MAX);
  return content(characters.join(""), { class: "content excerpt-text" });
}

function nothing() {
  return emptyState(
    "No notifications yet",
    "Likes of your posts, replies, mentions and new followers appear here. People find you by what you write.",
    h("a", { class: "button primary", href: address({ view: "timeline" }) }, "Write a post"),
  );
}

function noMentions() {
  return emptyState(
    "No mentions yet",
    `Replies to your posts, and posts that mention @${signedIn().userId}, appear here.`,
    h("a", { class: "button", href: address({ view: VIEW }) }, "Show all notifications"),
  );
}
