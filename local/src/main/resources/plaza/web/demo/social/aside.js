// What stands beside a view in a wide window: people to follow, and who asks to follow the person.

import { fill, h } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { followRow, requestRow, suggestions } from "./people.js";
import { call, remember, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

/** The style sheet has the same width. */
const WIDE = matchMedia("(min-width: 1100px)");
const SUGGESTED = 4;
const REQUESTED = 3;

/**
 * A view with what stands beside it. It is loaded when the window is wide, and says nothing of what
 * could not be loaded: the view does not need it.
 *
 * @param {AbortSignal} signal ends the view
 * @param {HTMLElement} column
 * @param {HTMLElement} [more] stands beside the view as well, and below it in a narrow window
 */
export function withAside(signal, column, more) {
  const requests = section("Follow requests");
  const people = section("People to follow");
  const isPerson = !signedIn().isAdmin && !signedIn().isLeaving;
  if (isPerson && WIDE.matches) {
    load();
  } else if (isPerson) {
    WIDE.addEventListener("change", load, { once: true, signal });
  }
  return h("div", { class: "with-aside" }, column, h("div", { class: "aside" }, requests, people, more));

  function load() {
    askers().then(showRequests, () => {});
    suggestions().then(showPeople, () => {});
  }

  /** @param {{items: Schemas["ExpandedFollowRequest"][], nextCursor?: string}} page */
  function showRequests({ items, nextCursor }) {
    requests.hidden = items.length === 0;
    const all = address({ view: "person", list: "requests" });
    requests.append(...items.map(requestRow), ...(nextCursor ? [h("a", { href: all }, "Show all")] : []));
  }

  /** @param {Schemas["UserProfile"][]} found */
  function showPeople(found) {
    people.hidden = found.length === 0;
    people.append(
      ...found.slice(0, SUGGESTED).map((user) => followRow(user, false, signal)),
      h("a", { href: address({ view: "people" }) }, "Show more people"),
    );
  }
}

/** A part, which is hidden while there is nothing in it. @param {string} title */
function section(title) {
  return fill(h("section", { class: "card", "aria-label": title, hidden: true }), h("h2", null, title));
}

function askers() {
  const path = { userId: signedIn().userId };
  return remember("askers", () =>
    call("get", "/users/{userId}/follow-requests", { path, query: { expand: ["user"], limit: REQUESTED } }),
  );
}
