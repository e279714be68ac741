// What is new for the signed-in person: one request at intervals counts new posts and unread
// notifications, for all views of the window.

import { poll } from "../parts.js";
import { call, session, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const POSTS = "/users/{userId}/timeline/count";
const NOTIFICATIONS = "/users/{userId}/notifications/count";
const UNREAD = "unread";

/** How many notifications are unread. @typedef {Schemas["UnreadNotifications"]} Unread */

/**
 * A timeline that shows how many posts are above its newest one.
 *
 * @typedef {object} Timeline
 * @property {HTMLElement} view
 * @property {() => string | undefined} newest returns the id of its newest post
 * @property {(posts: Schemas["NewPostCount"]) => boolean} show returns whether there are others than before
 */

/** The timelines of this window, also those that were left, with their people. @type {Map<Timeline, string>} */
const timelines = new Map();

/** Tells every place that shows the number of unread notifications that it has changed. */
const changes = new EventTarget();

/** @type {Unread} */
let unread = { count: 0, more: false };

/** @type {AbortController | undefined} */
let looking;

addEventListener("signed-out", () => {
  looking?.abort();
  looking = undefined;
  setUnread({ count: 0, more: false });
});

/** Looks at once and at intervals, while the element is shown and until the person signs out. */
export function lookForNews(element) {
  if (!looking) {
    looking = new AbortController();
    poll(look, element, looking.signal, 0);
  }
}

/**
 * Looks for posts that are newer than those of a timeline, until the signal.
 *
 * @param {Timeline} timeline
 * @param {AbortSignal} signal
 */
export function watchPosts(timeline, signal) {
  timelines.set(timeline, signedIn().userId);
  signal.addEventListener("abort", () => timelines.delete(timeline));
}

/**
 * Calls `show` with the number of unread notifications, now and whenever it changes.
 *
 * @param {(unread: Unread) => void} show
 * @param {AbortSignal} [signal]
 */
export function watchUnread(show, signal) {
  changes.addEventListener(UNREAD, () => show(unread), { signal });
  show(unread);
}

/** Shows in every place how many notifications are unread. @param {Unread} now */
export function setUnread(now) {
  unread = now;
  changes.dispatchEvent(new Event(UNREAD));
}

/** Whether there is more than at the last look. */
async function look() {
  const userId = session()?.userId;
  if (!userId) {
    return false;
  }
  const path = { userId };
  const signal = looking?.signal;
  const timeline = lastShown(userId);
  const since = timeline?.newest();
  const before = unread;
  try {
    if (!timeline || !since) {
      return isMore(await call("get", NOTIFICATIONS, { path, signal }), before);
    }
    const query = { since, expand: /** @type {["notifications"]} */ (["notifications"]) };
    const { notifications = before, ...posts } = await call("get", POSTS, { path, query, signal });
    const isNew = timeline.show(posts);
    return isMore(notifications, before) || isNew;
  } catch {
    return false; // the next look tries again
  }
}

/**
 * Shows a number, unless it has become known in another way since the request was sent.
 *
 * @param {Unread} now
 * @param {Unread} before
 */
function isMore(now, before) {
  if (unread === before) {
    setUnread(now);
  }
  return now.count > before.count;
}

/** The timeline of a person that is shown, or was shown last. @param {string} userId */
function lastShown(userId) {
  const all = [...timelines.keys()].filter((each) => timelines.get(each) === userId);
  return all.find(({ view }) => view.isConnected) ?? all.at(-1);
}
