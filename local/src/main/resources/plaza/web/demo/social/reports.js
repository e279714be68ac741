// The administrators' page: the posts and people that were reported, and what is done about them.

import { content, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { ask } from "../dialog.js";
import { avatar, moreList } from "../parts.js";
import { imageGrid } from "./images.js";
import { personLink } from "./parts.js";
import { sending } from "./safety.js";
import { call, signedIn } from "../session.js";
import { imageLink, longText } from "./text.js";

/** @import { Schemas } from "plaza-demo" */

const TABS = { open: "Open", closed: "Closed" };

const PAGE = 10;

/** @typedef {Schemas["ExpandedReportedTarget"]} Line */

export async function reports(view, params, signal) {
  /** @type {"open" | "closed"} */
  const state = params.state === "closed" ? "closed" : "open";
  const body = h("div", { class: "stack" });
  fill(view, h("div", { class: "column" }, h("h1", null, "Reports"), body));
  if (!signedIn().isAdmin) {
    fill(body, onlyForAdministrators());
    return;
  }
  const list = h("div", { class: "stack" });
  fill(body, tabs(), list);
  await load();

  async function load() {
    fill(list, loadingState("Loading the reports"));
    try {
      const page = await request();
      const more = moreList(page, request, line, `${TABS[state]} reports`, "Show more");
      fill(list, page.items.length > 0 ? [more.list, more.foot] : nothing(state));
    } catch (error) {
      if (!signal.aborted) {
        fill(list, errorState(error, load));
      }
    }
  }

  /** @param {string} [cursor] */
  function request(cursor) {
    return call("get", "/reports", { query: { state, limit: PAGE, cursor, expand: ["post", "user"] }, signal });
  }

  function tabs() {
    const tab = (name) =>
      h(
        "a",
        {
          href: address({ view: "reports", state: name === "open" ? "" : name }),
          "aria-current": name === state ? "page" : null,
        },
        TABS[name],
      );
    return h("nav", { class: "tabs", "aria-label": "Lists" }, tab("open"), tab("closed"));
  }
}

/** @param {Line} line */
function line(line) {
  const { target, count, reasons, firstAt, lastAt, user = { userId: target.userId } } = line;
  const number = `${count} ${count === 1 ? "report" : "reports"}`;
  const why = Object.entries(reasons).map(([reason, times]) => `${times} ${reason}`);
  return h(
    "article",
    { class: "post report" },
    avatar(user),
    h(
      "div",
      { class: "post-body stack tight" },
      h(
        "header",
        null,
        personLink(user, { class: "name" }),
        target.postId
          ? h("a", { class: "muted small", href: address({ view: "post", id: target.postId }) }, "Post")
          : h("span", { class: "muted small" }, "Person"),
      ),
      about(line),
      h(
        "p",
        { class: "muted small" },
        h("b", null, `${number}: ${why.join(", ")}`),
        " · ",
        count === 1 ? null : "first ",
        timeElement(firstAt),
        count === 1 ? null : [", last ", timeElement(lastAt)],
      ),
      review(line),
      decisions(line),
    ),
  );
}

/** What a line is about, in the names of its controls. @param {Line} line */
function described({ target, user }) {
  const name = user?.name ?? target.userId;
  return target.postId ? `the post by ${name}` : name;
}

/**
 * The comments of the reports, and what others do not see of their target, loaded when it is opened.
 *
 * @param {Line} line
 */
function review(line) {
  const { postId, userId } = line.target;
  const what = described(line);
  const body = h("div", { class: "stack tight" });
  const summary = h("summary", null, "Review", h("span", { class: "visually-hidden" }, ` ${what}`));
  const details = h("details", { ontoggle: () => details.open && load() }, summary, body);
  return details;

  /** @param {string} [cursor] */
  async function request(cursor) {
    const page = await call("get", "/reports/{targetId}", {
      path: { targetId: postId ?? userId },
      query: { kind: postId ? "post" : "user", limit: PAGE, cursor, expand: ["post", "user"] },
    });
    return { ...page, items: page.comments };
  }

  async function load() {
    fill(body, loadingState("Loading the reports"));
    try {
      const page = await request();
      const more = moreList(page, request, comment, `Reports of ${what}`, "Show more");
      fill(body, unseen(line, page), more.list, more.foot);
    } catch (error) {
      fill(body, errorState(error, load));
    }
  }
}

/**
 * What the line does not show, because others do not see it.
 *
 * @param {Line} line
 * @param {Schemas["Reports"]} page
 */
function unseen(line, { post, user, hidden }) {
  return [
    hidden && h("p", { class: "muted small" }, "An administrator has hidden this post."),
    user?.suspendedAt &&
      h("p", { class: "muted small" }, `@${user.userId} was suspended `, timeElement(user.suspendedAt), "."),
    post && !line.post && [longText(post.content), imageLink(post.imageUrl)],
    user && !line.user && !line.target.postId && user.content && longText(user.content),
  ];
}

/** @param {Schemas["ReportComment"]} report */
function comment({ reason, comment, at }) {
  return h(
    "article",
    { class: "small" },
    h("p", { class: "muted" }, h("b", null, reason), " · ", timeElement(at)),
    comment && content(comment, null),
  );
}

/** What was reported. @param {Line} line */
function about({ target, post, gone, user }) {
  if (post) {
    return h("div", null, longText(post.content), imageGrid(post.images), imageLink(post.imageUrl));
  }
  if (user && !target.postId) {
    return user.content ? longText(user.content) : h("p", { class: "muted" }, "No text about them.");
  }
  return h("p", { class: "muted" }, whyUnreadable({ target, gone, user }));
}

/**
 * Why a line does not show a post or a person: it has what others see. The review shows more.
 *
 * @param {Pick<Line, "target" | "gone" | "user">} line
 */
function whyUnreadable({ target, gone, user }) {
  if (!target.postId) {
    return "This person is suspended or has no profile.";
  }
  if (!gone) {
    return "The author is protected: only followers see this post.";
  }
  return user
    ? "This post is hidden or deleted."
    : "The author is suspended.";
}

/**
 * The buttons of a line, and in their place what has been done.
 *
 * @param {Line} line
 */
function decisions(line) {
  const { target, state, gone, user } = line;
  const { postId, userId } = target;
  const person = `@${userId}`;
  const what = described(line);
  const isOpen = state === "open";
  const place = h("div", { class: "row tight", tabindex: "-1" });
  return fill(
    place,
    isOpen && sending("No action", `No action about ${what}`, () => close("none").then(() => done("Closed without action."))),
    postId && !gone && asking("Hide post", `Hide post: ${what}`, askHide),
    user && asking(`Suspend ${person}`, `Suspend ${person}: ${what}`, askSuspend),
    !isOpen && postId && gone && user && showPost(),
    !isOpen && !user && endSuspension(),
  );

  /** @param {"none" | "hidePost" | "suspendUser"} action */
  function close(action) {
    return call("put", "/reports/{targetId}/closed", {
      path: { targetId: postId ?? userId },
      json: { action, kind: postId ? "post" : "user" },
    });
  }

  /**
   * @param {string} text
   * @param {HTMLElement} [undo]
   */
  function done(text, undo) {
    fill(place, h("span", { role: "status" }, text), undo);
    place.focus();
  }

  function askHide() {
    ask(
      "Hide this post?",
      "Hide post",
      [
        h("p", null, `Only ${person} still sees it, and receives no message about it.`),
        h("p", null, "Its reports are closed. Among the closed ones you can show it again."),
      ],
      () => close("hidePost"),
      () => done("The post is hidden.", showPost()),
    );
  }

  function askSuspend() {
    ask(
      `Suspend ${person}?`,
      "Suspend",
      [
        h("p", null, "No one else sees their profile and their posts, and they can write nothing that others see."),
        h("p", null, "These reports are closed. Among the closed ones you can end the suspension."),
      ],
      () => close("suspendUser"),
      () => done(`${person} is suspended.`, endSuspension()),
    );
  }

  function showPost() {
    return sending("Show post again", `Show post again: ${what}`, async () => {
      await call("delete", "/posts/{postId}/hidden", { path: { postId: postId ?? "" } });
      done("The post is shown again.");
    });
  }

  function endSuspension() {
    return sending("End suspension", `End suspension of ${person}`, async () => {
      await call("delete", "/users/{userId}/suspension", { path: { userId } });
      done(`${person} is no longer suspended.`);
    });
  }
}

/**
 * A button that asks before it takes something away.
 *
 * @param {string} text
 * @param {string} label
 * @param {() => void} onclick
 */
function asking(text, label, onclick) {
  return h("button", { type: "button", class: "danger", "aria-label": label, onclick }, text);
}

/** @param {"open" | "closed"} state */
function nothing(state) {
  return state === "open"
    ? emptyState(
        "No open reports",
        "What people report from the menu “More” of a post or a profile appears here.",
        h("a", { class: "button", href: address({ view: "reports", state: "closed" }) }, "Show closed reports"),
      )
    : emptyState(
        "No closed reports",
        "What administrators have decided about appears here.",
        h("a", { class: "button", href: address({ view: "reports" }) }, "Show open reports"),
      );
}

function onlyForAdministrators() {
  return emptyState(
    "Only administrators see reports",
    "Sign out, and sign in as the administrator of Lowmere.",
    h("a", { class: "button", href: address({ view: "timeline" }) }, "Back to the timeline"),
  );
}
