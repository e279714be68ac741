// What is new for the signed-in person: one request at intervals, for all views of the window.

import { poll } from "../parts.js";
import { call, session, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const COUNT = "/users/{userId}/timeline/count";

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

/** @type {AbortController | undefined} */
let looking;

addEventListener("signed-out", () => {
  looking?.abort();
  looking = undefined;
});

/**
 * Looks for posts that are newer than those of a timeline, until the signal.
 *
 * @param {Timeline} timeline
 * @param {AbortSignal} signal
 */
export function watchPosts(timeline, signal) {
  timelines.set(timeline, signedIn().userId);
  signal.addEventListener("abort", () => timelines.delete(timeline));
  if (!looking) {
    looking = new AbortController();
    poll(look, document.body, looking.signal);
  }
}

/** Whether there is more than at the last look. */
async function look() {
  const userId = session()?.userId ?? "";
  const timeline = lastShown(userId);
  const since = timeline?.newest();
  if (!timeline || !since) {
    return false;
  }
  try {
    return timeline.show(
      await call("get", COUNT, { path: { userId }, query: { since }, signal: looking?.signal }),
    );
  } catch {
    return false; // the next look tries again
  }
}

/** The timeline of a person that is shown, or was shown last. @param {string} userId */
function lastShown(userId) {
  const all = [...timelines.keys()].filter((each) => timelines.get(each) === userId);
  return all.find(({ view }) => view.isConnected) ?? all.at(-1);
}
