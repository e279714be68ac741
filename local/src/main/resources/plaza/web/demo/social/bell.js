// The bell in the header: a link to the notifications, with the number of those that are unread.

import { h } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { icon } from "../icons.js";
import { lookForNews, watchUnread } from "./news.js";

/** @import { Unread } from "./news.js" */

const VIEW = "notifications";
const SHOWN_MAX = 99;

const number = h("span", { class: "number", "aria-hidden": "true" });
const link = h("a", { class: "bell", href: address({ view: VIEW }) }, icon("bell"), number);
watchUnread(show);

/**
 * Returns the bell, and keeps its number up to date while it is shown.
 *
 * @param {string} view the name of the view that is shown
 */
export function bell(view) {
  if (view === VIEW) {
    link.setAttribute("aria-current", "page");
  } else {
    link.removeAttribute("aria-current");
  }
  lookForNews(link);
  return link;
}

/** @param {Unread} unread */
function show({ count, more }) {
  const isMore = more || count > SHOWN_MAX;
  number.textContent = count === 0 ? "" : isMore ? `${SHOWN_MAX}+` : String(count);
  const unread = isMore ? `more than ${SHOWN_MAX} unread` : `${count} unread`;
  link.setAttribute("aria-label", count === 0 ? "Notifications" : `Notifications, ${unread}`);
}
