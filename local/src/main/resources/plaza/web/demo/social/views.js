// Views: a post counts as viewed when half of it has been visible for two seconds. The views of
// some seconds are one request.

import { call } from "../session.js";

const SESSION = "plaza.demo.views";
const VISIBLE_SHARE = 0.5;
const VIEW_MILLIS = 2000;
const SEND_MILLIS = 5000;

/** @type {Map<Element, number>} */
const timers = new Map();

/** The posts that were viewed in this window. @type {Set<string>} */
const viewed = new Set();

/** @type {string[]} */
let unsent = [];
let timer;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(timers.get(target));
      timers.delete(target);
      if (isIntersecting) {
        timers.set(target, setTimeout(() => view(target), VIEW_MILLIS));
      }
    }
  },
  { threshold: VISIBLE_SHARE },
);

document.addEventListener("visibilitychange", () => document.hidden && sendViews());

/** Records a view as soon as the element of the post was visible for long enough. */
export function watch(element) {
  observer.observe(element);
}

function view(element) {
  observer.unobserve(element);
  timers.delete(element);
  const { post } = element.dataset;
  if (element.isConnected && !viewed.has(post)) {
    viewed.add(post);
    unsent.push(post);
    timer ??= setTimeout(sendViews, SEND_MILLIS);
  }
}

/** Sends the collected views. A view that is not recorded is not worth a message. */
function sendViews() {
  clearTimeout(timer);
  timer = undefined;
  if (unsent.length > 0) {
    const json = { postIds: unsent };
    unsent = [];
    const path = { sessionId: viewSession() };
    call("post", "/sessions/{sessionId}/views", { path, json, keepalive: true }).catch(() => {});
  }
}

/** The id under which the views of this window count. */
function viewSession() {
  const id = sessionStorage.getItem(SESSION) ?? crypto.randomUUID();
  sessionStorage.setItem(SESSION, id);
  return id;
}
