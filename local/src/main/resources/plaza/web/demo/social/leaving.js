// How a person leaves: what they take along, and the deletion of their account.

import { content, errorState, fill, h, toast } from "/shared/dom.js";
import { address, go } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { ask } from "../dialog.js";
import { labelled, whileBusy } from "../forms.js";
import { menuButton } from "../menu.js";
import { every, saveFile, setTitle } from "../parts.js";
import { allText, call, callOrNull, setLeaving, signedIn, signOut } from "../session.js";
import { finishAll } from "../undo.js";

/** @import { Schemas } from "plaza-demo" */

const ERASURE = "/users/{userId}/erasure";
const VIEW = "leaving";
const POLL_MILLIS = 1000;
const HIDDEN = "hidden";

/** The menu of the signed-in person's own profile. */
export function ownMenu() {
  return menuButton("your account", async () => [
    { text: "Download my data", choose: () => download(toast) },
    { text: "Delete my account", choose: askDelete, isDestructive: true },
  ]);
}

/** @param {(text: string) => void} say receives how far it is */
async function download(say) {
  const { userId } = signedIn();
  try {
    const lines = [];
    await allText("/users/{userId}/export", { path: { userId } }, (text) => {
      lines.push(text);
      say(`Downloading: ${entries(lines)}`);
    });
    saveFile(lines, `plaza-${userId}.ndjson`, "application/x-ndjson");
    say(`Downloaded: ${entries(lines)}`);
  } catch (error) {
    say(error.message);
  }
}

/** The entries after the line that names the person. @param {string[]} texts */
function entries(texts) {
  const [, ...lines] = texts.join("").trimEnd().split("\n");
  return counted(lines.length, "entry", "entries");
}

/** @param {number} count @param {string} one @param {string} many */
function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/** Explains what a deletion does, and requires that the person types their id. */
function askDelete() {
  const { userId } = signedIn();
  const id = h("input", {
    id: "delete-id",
    name: "userId",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    oninput: allow,
  });
  const downloaded = h("span", { class: "hint", role: "status" });
  const take = h("button", { type: "button", onclick: takeAlong }, "Download my data");
  const send = ask(
    "Delete your account?",
    "Delete my account",
    [
      h("p", null, "This cannot be undone."),
      h(
        "ul",
        { class: "small" },
        h("li", null, "At once, no one else sees your profile and your posts, and you can no longer write."),
        h("li", null, "Within minutes, everything that you have here is removed, not only posts, follows and likes."),
        h("li", null, "The next complete scan of the table that begins a day later proves that nothing is left."),
        h("li", null, "Backups and logs keep copies for a limited time. The next page shows until when."),
        h("li", null, "What others wrote stays, even if it mentions you."),
      ),
      h("p", null, "Before that, you can take your data with you."),
      h("div", { class: "row" }, take, downloaded),
      labelled(["Type your id ", h("code", null, content(userId, null)), " to confirm"], id),
    ],
    async () => {
      finishAll();
      await call("post", ERASURE, { path: { userId }, json: { userId } });
    },
    () => showLeaving(),
  );
  allow();

  function allow() {
    send.disabled = id.value.trim() !== userId;
  }

  function takeAlong() {
    whileBusy(take, () => download((text) => fill(downloaded, text)));
  }
}

/** Goes to the view of the deletion. @param {{replace?: boolean}} [options] */
export function showLeaving(options) {
  go({ view: VIEW }, options);
}

/** Whether the account of the signed-in person is being deleted, or is deleted. */
export async function isLeaving() {
  const { userId } = signedIn();
  return (await callOrNull("get", ERASURE, { path: { userId } })) !== null;
}

/** The view of the deletion of the own account. At its end, the person is signed out. */
export async function leaving(view, _params, signal) {
  const { userId } = signedIn();
  const heading = h("h1", { tabindex: "-1" }, "Deletion of your account");
  const status = h("p", { role: "status" });
  const body = h("div", { class: "stack" });
  /** @type {AbortController} */
  let polling;
  let shown = "";
  fill(view, h("div", { class: "column" }, heading, status, body));
  await start();

  function start() {
    polling = new AbortController();
    every(POLL_MILLIS, look, view, AbortSignal.any([signal, polling.signal]));
    fill(status, "Loading how far it is");
    fill(body);
    shown = "";
    return look();
  }

  function look() {
    return whileBusy(body, async () => {
      try {
        const erasure = await callOrNull("get", ERASURE, { path: { userId }, signal });
        if (view.isConnected) {
          show(erasure);
        }
      } catch (error) {
        if (!signal.aborted) {
          polling.abort();
          fill(status);
          fill(body, errorState(error, start));
        }
      }
    });
  }

  /**
   * Shows what is new, because screen readers announce each change.
   *
   * @param {Schemas["Erasure"] | null} erasure
   */
  function show(erasure) {
    if (JSON.stringify(erasure) === shown) {
      return;
    }
    shown = JSON.stringify(erasure);
    setLeaving(erasure !== null);
    if (!erasure) {
      go({}, { replace: true }); // it is not being deleted
      return;
    }
    const items = counted(erasure.items, "item", "items");
    if (erasure.state === HIDDEN) {
      say("Your account is being deleted", `No one else sees you any more. Removed so far: ${items}.`);
      fill(
        body,
        steps(erasure),
        h("p", { class: "muted" }, "At the end you are signed out. The deletion continues if you close this page."),
      );
      return;
    }
    polling.abort();
    signOut();
    say("Your account is deleted", `Removed: ${items}. You are signed out.`);
    const back = h("a", { class: "button", href: address({}) }, "Back to the people of Lowmere");
    fill(body, steps(erasure), h("div", null, back));
    heading.focus({ preventScroll: true });
  }

  function say(title, text) {
    fill(heading, title);
    setTitle(view, title);
    fill(status, text);
  }
}

/** The steps of a deletion. @param {Schemas["Erasure"]} erasure */
function steps({ erasedAt, removedAt, provedAt, copiesUntil }) {
  const hasCopies = copiesUntil > (provedAt ?? removedAt ?? erasedAt);
  return [
    h(
      "ol",
      { class: "plain stack tight" },
      step("Hidden", erasedAt, "No one else sees your profile and your posts."),
      step("Removed", removedAt, "Everything that you had here is deleted. What others wrote stays."),
      step("Proved", provedAt, "A complete scan of the table that begins a day later finds nothing about you."),
    ),
    h(
      "p",
      { class: "muted" },
      hasCopies
        ? ["Copies in backups and logs expire by ", h("time", { datetime: copiesUntil }, date(copiesUntil)), "."]
        : "There are no copies in backups or logs.",
    ),
  ];
}

/**
 * @param {string} name
 * @param {string | undefined} at when it was done
 * @param {string} text
 */
function step(name, at, text) {
  const state = at
    ? h("span", { class: "badge good" }, timeElement(at))
    : h("span", { class: "badge" }, "still to come");
  const head = h("div", { class: "row spread" }, h("h2", null, name), state);
  return h("li", { class: "card stack tight" }, head, h("p", null, text));
}

/** @param {string} at */
function date(at) {
  return new Date(at).toLocaleDateString("en", { dateStyle: "long" });
}
