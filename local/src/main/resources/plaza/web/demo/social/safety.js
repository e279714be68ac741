// Mutes, blocks and reports: the menu of a person or of their post, and what it asks.

import { emptyState, fill, h, toast } from "/shared/dom.js";
import { ask } from "../dialog.js";
import { forgetDraft, keepDraft, labelled, whileBusy } from "../forms.js";
import { menuButton } from "../menu.js";
import { avatar } from "../parts.js";
import { leaving, personLink } from "./parts.js";
import { all, call, callWithTag, forget, remember, signedIn } from "../session.js";
import { undoable } from "../undo.js";

/** @import { Schemas } from "plaza-demo" */

const BLOCK = "/users/{userId}/blocks/{blockedId}";
const MUTE = "/users/{userId}/mutes/{mutedId}";
const PAGE = 100;
const CREATED = 201;

/** The reasons of a report. */
const REASONS = {
  spam: "Spam",
  abuse: "Abuse, such as insults or threats",
  illegal: "Illegal content",
  other: "Another reason",
};

/** What the signed-in person has decided about another one. @typedef {"blocked" | "muted" | ""} Standing */

/** Tells every place that shows a person how they stand now, with their id as type. */
const changes = new EventTarget();

/** The mutes that can still be undone: functions that undo them. @type {Map<string, () => void>} */
const muting = new Map();

/**
 * Calls `show` whenever a person is muted or blocked here, or shown again, and at once if they are
 * being muted. Pages that are loaded later do not contain them.
 *
 * @param {string} userId
 * @param {(standing: Standing) => void} show
 * @param {AbortSignal} signal
 */
export function watchStanding(userId, show, signal) {
  changes.addEventListener(userId, (/** @type {any} */ { detail }) => show(detail), { signal });
  if (muting.has(userId)) {
    show("muted");
  }
}

/**
 * @param {string} userId
 * @param {Standing} detail
 */
function tell(userId, detail) {
  changes.dispatchEvent(new CustomEvent(userId, { detail }));
}

/**
 * The menu of a person, or of one of their posts.
 *
 * @param {Schemas["UserSummary"]} user
 * @param {string} [postId]
 */
export function safetyMenu({ userId, name }, postId) {
  const person = `@${userId}`;
  const about = `${postId ? "post by " : ""}${name ?? userId}`;
  const place = menuButton(about, async () => [
    (await isMuted(userId))
      ? { text: `Unmute ${person}`, choose: unmute }
      : { text: `Mute ${person}`, choose: mute },
    { text: `Block ${person}`, choose: askBlock },
    { text: postId ? "Report post" : `Report ${person}`, choose: askReport },
  ]);
  return place;

  function mute() {
    const path = { userId: signedIn().userId, mutedId: userId };
    const takeBack = undoable(
      `You have muted ${person}. Your timeline and replies do not show their posts.`,
      async () => {
        await call("put", MUTE, { path, keepalive: true });
        end();
      },
      () => {
        end();
        tell(userId, "");
        place.querySelector("button")?.focus();
      },
    );
    muting.set(userId, takeBack);
    leaving(place, () => tell(userId, "muted"));

    function end() {
      muting.delete(userId);
      forget("mutes");
    }
  }

  async function unmute() {
    const takeBack = muting.get(userId);
    if (takeBack) {
      takeBack();
      return;
    }
    try {
      await endMute(userId);
      toast(`You have unmuted ${person}.`);
    } catch (error) {
      toast(error.message);
    }
  }

  function askBlock() {
    ask(
      `Block ${person}?`,
      "Block",
      [
        h(
          "p",
          null,
          "You no longer see each other, and follows between you end. Ending the block does not bring them back.",
        ),
        h("p", null, `${person} receives no message about it.`),
      ],
      async () => {
        const path = { userId: signedIn().userId, blockedId: userId };
        await call("put", BLOCK, { path });
      },
      () => {
        forget();
        toast(`You have blocked ${person}.`);
        leaving(place, () => tell(userId, "blocked"));
      },
    );
  }

  function askReport() {
    const draft = `report.${signedIn().userId}.${postId ? `post.${postId}` : `user.${userId}`}`;
    const comment = h("textarea", { id: "report-comment", name: "comment", rows: "3" });
    const radios = Object.entries(REASONS).map(([value, text]) =>
      h("label", { class: "check" }, h("input", { type: "radio", name: "reason", value }), text),
    );
    keepDraft(draft, comment);
    const reasons = h(
      "fieldset",
      {
        id: "report-reason",
        class: "field",
        role: "radiogroup",
        tabindex: "-1",
        "data-field": "reason",
        "aria-describedby": "report-reason-problem",
      },
      h("legend", { class: "label" }, "Reason"),
      radios,
      h("p", { class: "problem-text", id: "report-reason-problem", hidden: true }),
    );
    ask(
      postId ? `Report the post by ${person}` : `Report ${person}`,
      "Report",
      [reasons, labelled("Comment (optional)", comment)],
      async () => {
        const checked = /** @type {any} */ (reasons.querySelector("input:checked"));
        const { status } = await callWithTag("post", "/reports", {
          json: {
            ...(postId ? { postId } : { userId }),
            reason: checked?.value,
            comment: comment.value.trim() || undefined,
          },
        });
        return status === CREATED;
      },
      (isNew) => {
        forgetDraft(draft);
        const target = postId ? "this post" : person;
        toast(isNew ? "Your report is sent." : `You have already reported ${target}.`);
      },
      "primary",
    );
  }
}

/** Whether the signed-in person mutes another one; false if that cannot be read. */
async function isMuted(userId) {
  return muting.has(userId) || (await listed("mutes").catch(() => new Set())).has(userId);
}

/** Whether the signed-in person blocks another one. */
export async function isBlocked(userId) {
  return (await listed("blocks")).has(userId);
}

/** The ids of the people whom the signed-in person mutes or blocks. @param {"mutes" | "blocks"} list */
function listed(list) {
  const path = { userId: signedIn().userId };
  return remember(list, async () => {
    const entries = await all(`/users/{userId}/${list}`, { path, query: { limit: PAGE } });
    return new Set(entries.map((entry) => entry.userId));
  });
}

/** @param {string} userId */
async function endMute(userId) {
  await call("delete", MUTE, { path: { userId: signedIn().userId, mutedId: userId } });
  forget("mutes");
  tell(userId, "");
}

/** @param {string} userId */
async function endBlock(userId) {
  await call("delete", BLOCK, { path: { userId: signedIn().userId, blockedId: userId } });
  forget("blocks");
}

/**
 * What a page shows instead of a person whom one blocks.
 *
 * @param {string} userId
 * @param {() => void} unblocked shows the person again
 */
export function blockedState(userId, unblocked) {
  return emptyState(
    `You block @${userId}`,
    "You do not see each other's profiles, posts and replies.",
    sending("Unblock", `Unblock @${userId}`, async () => {
      await endBlock(userId);
      unblocked();
    }),
  );
}

/**
 * A person whom one blocks, with the button that ends it.
 *
 * @param {Schemas["ExpandedBlock"]} block
 */
export function blockRow({ userId, user = { userId } }) {
  return row(user, "Unblock", "Unblocked", endBlock);
}

/**
 * A person whom one mutes, with the button that ends it.
 *
 * @param {Schemas["ExpandedMute"]} mute
 */
export function muteRow({ userId, user = { userId } }) {
  return row(user, "Unmute", "Unmuted", endMute);
}

/**
 * @param {Schemas["UserSummary"]} user
 * @param {string} text
 * @param {string} done
 * @param {(userId: string) => Promise<void>} end
 */
function row(user, text, done, end) {
  const place = h("span", { tabindex: "-1" });
  const button = sending(text, `${text} ${user.name ?? user.userId}`, async () => {
    await end(user.userId);
    fill(place, h("span", { class: "muted", role: "status" }, done));
    place.focus();
  });
  return h(
    "article",
    { class: "post person-row" },
    avatar(user),
    h("div", { class: "row spread grow" }, personLink(user, { class: "name" }), fill(place, button)),
  );
}

/**
 * A button that sends a request, with room for what goes wrong.
 *
 * @param {string} text
 * @param {string} label
 * @param {() => Promise<void>} send
 */
export function sending(text, label, send) {
  const problem = h("span", { class: "problem-text", role: "alert" });
  const onclick = () => whileBusy(button, press);
  const button = h("button", { type: "button", "aria-label": label, onclick }, text);
  return h("span", { class: "row" }, button, problem);

  async function press() {
    fill(problem);
    try {
      await send();
    } catch (error) {
      fill(problem, error.message);
    }
  }
}
