// The shell of the demo: who is signed in, and which view the address names.

import { content, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { address, entry, go, onRoute, params } from "/shared/router.js";
import { json, UnreachableError } from "/shared/http.js";
import { clockButton, read as readClock } from "./clock.js";
import { unreachable } from "./connection.js";
import { headerParts, home, linkedViews, people, views } from "./contexts.js";
import { avatar } from "./parts.js";
import { forget, session, signedIn, signIn, signInAgain, signOut } from "./session.js";
import { finishAll } from "./undo.js";

/** The subject of the administrator, and their name. */
const ADMINISTRATOR = "Administrator";

/** How many views that were left are kept, for Back. */
const KEPT_MAX = 10;

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

/**
 * A view and what is needed to show it again as it was left.
 *
 * @typedef {{key: string, name: string, userId: string, element: HTMLElement, controller: AbortController, scroll: number, focus: Element | null}} Shown
 */

/** The views that were left, the oldest first. @type {Map<string, Shown>} */
const kept = new Map();

/** @type {Shown | undefined} */
let shown;

/** The element that had the focus last, and what contains it. @type {EventTarget[]} */
let focused = [];

history.scrollRestoration = "manual";
addEventListener("session-ended", (/** @type {any} */ event) => askAgain(event.detail));
addEventListener("profile-changed", () => {
  forgetViews();
  showHeader(shown?.name);
});
addEventListener("clock-moved", () => {
  forgetViews();
  forget();
  render(params());
});
addEventListener("signed-out", () => showHeader(shown?.name));
readClock();
onRoute(render);
keepFocus();

function render(now) {
  const me = session();
  const name = now.view in views() ? now.view : home(roleOf(me));
  const userId = me?.userId ?? "";
  const { key, isReturn } = entry();
  const before = shown;
  leave(before);
  showHeader(name);
  if (!name) {
    const explorer = h("a", { class: "button", href: "/" }, "Open the explorer");
    fill(main, emptyState("No pages", "No context of this system has pages in the demo.", explorer));
    return;
  }
  if (!userId) {
    shown = undefined;
    document.title = "Sign in – Lowmere";
    chooser();
    return;
  }
  const earlier = kept.get(key);
  kept.delete(key);
  if (isReturn && earlier?.userId === userId) {
    showAgain(earlier);
    return;
  }
  earlier?.controller.abort();
  // a view that only changes its own address keeps its element
  const isSame = before && before.key === key && before.name === name && before.userId === userId;
  const same = isSame ? before : undefined;
  const element = same?.element ?? h("div", { class: "view" });
  if (same) {
    kept.delete(key);
    same.controller.abort();
  }
  const controller = new AbortController();
  shown = { key, name, userId, element, controller, scroll: 0, focus: null };
  element.dataset.title = views()[name].title;
  main.className = `view-${name}`;
  if (!same) {
    fill(main, element);
    scrollTo(0, 0);
  }
  showTitle();
  const rendered = views()[name].render(element, now, controller.signal);
  if (before && !main.contains(document.activeElement)) {
    focusHeading();
    rendered.finally(focusHeading);
  }
}

/** Focuses the heading of a new view, unless the person has gone on. */
function focusHeading() {
  const heading = main.querySelector("h1") ?? main;
  if ([document.body, main].includes(/** @type {any} */ (document.activeElement))) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}

function showTitle() {
  document.title = `${shown?.element.dataset.title} – Lowmere`;
}

/** Keeps the view that is left. @param {Shown | undefined} view */
function leave(view) {
  if (!view) {
    return;
  }
  view.scroll = scrollY;
  view.focus = document.activeElement;
  kept.set(view.key, view);
  for (const [key, { controller }] of kept) {
    if (kept.size > KEPT_MAX) {
      controller.abort();
      kept.delete(key);
    }
  }
}

/** Forgets the views that were left, because they show what has changed. */
function forgetViews() {
  kept.forEach(({ controller }) => controller.abort());
  kept.clear();
}

/** Shows a view as it was left. @param {Shown} view */
function showAgain(view) {
  shown = view;
  showTitle();
  main.className = `view-${view.name}`;
  fill(main, view.element);
  scrollTo(0, view.scroll);
  const target = view.focus && main.contains(view.focus) ? view.focus : main;
  if (target instanceof HTMLElement) {
    target.focus({ preventScroll: true });
  }
}

/**
 * Moves the focus to what contained an element whenever the element that had it is removed, so that
 * the next Tab goes on from there.
 */
function keepFocus() {
  addEventListener("focusin", (event) => {
    focused = event.composedPath();
  });
  new MutationObserver(() => {
    const [last, ...around] = focused;
    if (document.activeElement === document.body && last instanceof Node && !last.isConnected) {
      const place = around.find((each) => each instanceof HTMLElement && main.contains(each)) ?? main;
      if (place instanceof HTMLElement) {
        place.tabIndex = -1;
        place.focus({ preventScroll: true });
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * Lets the person sign in again over the page, whose work then continues.
 *
 * @param {{resolve: () => void, reject: (error: Error) => void}} waiting
 */
function askAgain({ resolve, reject }) {
  const problem = h("p", { class: "problem-text", role: "alert" });
  const dialog = h(
    "dialog",
    { class: "stack", "aria-labelledby": "again-title", onclose: close },
    h("h2", { id: "again-title" }, "Your session has ended"),
    h("p", null, "Sign in again to continue. Nothing that you typed is lost."),
    problem,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "primary", onclick: again }, "Sign in as ", content(signedIn().name, null)),
      h("button", { type: "button", onclick: out }, "Sign out"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();

  async function again() {
    try {
      await signInAgain();
      resolve();
      dialog.close();
    } catch (error) {
      fill(problem, error.message);
    }
  }

  function out() {
    dialog.close();
    signOutAndLeave();
  }

  /** The Escape key closes the dialog too; the next request opens it again. */
  function close() {
    dialog.remove();
    reject(new Error("Your session has ended."));
  }
}

function showHeader(current) {
  const me = session();
  const links = linkedViews(roleOf(me)).map((name) =>
    h(
      "a",
      { href: address({ view: name }), "aria-current": name === current ? "page" : null },
      views()[name].title,
    ),
  );
  fill(document.getElementById("views"), me && links);
  fill(
    document.getElementById("account"),
    me && clockButton(),
    me && headerParts(current),
    me && meLink(me),
    me && h("button", { type: "button", class: "quiet", onclick: signOutAndLeave }, "Sign out"),
  );
}

/** @param {import("./session.js").Session} me */
function meLink(me) {
  const { view } = people();
  const props = { class: "me", "aria-label": `Your profile, ${me.name}` };
  return view
    ? h("a", { href: address({ view, id: me.userId }), ...props }, avatar(me))
    : h("span", { class: "me" }, avatar(me));
}

/** @param {import("./session.js").Session | null} me @returns {import("./contexts.js").Role} */
function roleOf(me) {
  return me?.isAdmin ? "administrator" : "person";
}

function signOutAndLeave() {
  finishAll();
  signOut();
  go({});
}

async function chooser() {
  main.className = "view-sign-in";
  const list = h("div", { class: "stack" }, loadingState("Loading the people of Lowmere"));
  const name = h("input", { id: "name", autocomplete: "off", required: true, maxlength: "40" });
  const problem = h("p", { class: "problem-text", role: "alert" });
  const form = h(
    "form",
    {
      class: "row",
      onsubmit: (event) => {
        event.preventDefault();
        enter(name.value.trim());
      },
    },
    h("label", { for: "name" }, "Or be a new person:"),
    h("span", { class: "grow" }, name),
    h("button", null, "Sign in"),
  );
  fill(
    main,
    h(
      "div",
      { class: "welcome stack" },
      h("h1", null, "Who are you in Lowmere?"),
      h(
        "p",
        { class: "muted" },
        "Lowmere is an invented village on this machine. No password is needed; sign in as anyone.",
      ),
      list,
      form,
      linkedViews("administrator").length > 0 &&
        h(
          "div",
          { class: "row" },
          h("span", null, "Or decide about reported posts and people:"),
          h("button", { type: "button", onclick: () => enter(ADMINISTRATOR, true) }, "Sign in as administrator"),
        ),
      problem,
    ),
  );
  await load();

  async function load() {
    try {
      const [{ token }, village] = await Promise.all([json("/dev/token/visitor"), json("/demo/people.json")]);
      const found = await people().find(village, token);
      fill(
        list,
        found.length > 0
          ? h("ul", { class: "people" }, found.map(card))
          : h(
              "div",
              { class: "state" },
              h("p", null, "Lowmere is empty. Fill it when you start Plaza:"),
              h("pre", null, "./plaza -Dplaza.demo=true"),
            ),
      );
    } catch (error) {
      if (error instanceof UnreachableError) {
        await unreachable();
        return load();
      }
      fill(list, errorState(error, load));
    }
  }

  /** @param {import("./contexts.js").Person} user */
  function card(user) {
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "card person-card", onclick: () => enter(user.userId) },
        avatar(user),
        h(
          "span",
          null,
          h("b", null, content(user.name, null)),
          h("span", { class: "muted small" }, content(user.content ?? "", null)),
        ),
      ),
    );
  }

  /**
   * @param {string} subject
   * @param {boolean} [isAdmin]
   */
  async function enter(subject, isAdmin = false) {
    try {
      await signIn(subject, isAdmin);
      render(params());
    } catch (error) {
      fill(problem, error.message);
    }
  }
}
