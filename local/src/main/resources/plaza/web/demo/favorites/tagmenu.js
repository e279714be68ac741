// Changes of tags: a new name, and a merge into another tag.

import { content, fill, h, toast } from "/shared/dom.js";
import { ask } from "../dialog.js";
import { labelled, whileBusy } from "../forms.js";
import { menuButton } from "../menu.js";
import { every } from "../parts.js";
import { call, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const TAG = "/users/{userId}/tags/{tagId}";
const CONFLICT = 409;
const POLL_MILLIS = 500;
const SHOWN_MAX = 20;

/**
 * The list in which tags are renamed and merged, with its own field to find one. Call `show` with
 * the tags whenever they change.
 *
 * @param {{load: () => Promise<void>, renamed: () => Promise<void>, merging: (tagId: string, into: string) => Promise<void>}} uses
 *   `load` loads the tags again
 * @param {HTMLElement} view
 * @param {AbortSignal} signal
 */
export function tagList({ load, renamed, merging }, view, signal) {
  /** @type {Schemas["Tag"][]} */
  let tags = [];
  const rows = h("ul", { class: "plain tag-rows" });
  const find = h("input", {
    id: "tag-list-search",
    type: "search",
    placeholder: "Find a tag",
    "aria-label": "Find a tag to change",
    oninput: showRows,
  });
  const element = h(
    "details",
    { hidden: true },
    h("summary", { class: "small" }, "Rename or merge tags"),
    h("div", { class: "card stack tight" }, find, rows),
  );
  // a merge is a job, at whose end its tag is gone
  every(POLL_MILLIS, () => tags.some((tag) => tag.mergingInto) && whileBusy(rows, load), view, signal);
  return { element, show };

  /** @param {Schemas["Tag"][]} now */
  function show(now) {
    tags = now;
    element.hidden = tags.length === 0;
    showRows();
  }

  function showRows() {
    const text = find.value.trim().toLocaleLowerCase();
    const found = tags.filter((tag) => tag.tagName.toLocaleLowerCase().includes(text));
    const rest = found.length - SHOWN_MAX;
    fill(
      rows,
      found.slice(0, SHOWN_MAX).map(row),
      found.length === 0 && h("li", { class: "muted small" }, "No tag has this in its name."),
      rest > 0 && h("li", { class: "muted small" }, `${rest} more ${rest === 1 ? "tag" : "tags"}: find one by its name.`),
    );
  }

  /** @param {Schemas["Tag"]} tag */
  function row(tag) {
    const into = tag.mergingInto && tags.find((each) => each.tagId === tag.mergingInto);
    return h(
      "li",
      { class: "row spread" },
      h(
        "span",
        null,
        content(tag.tagName, null),
        h("span", { class: "muted small" }, ` ${plural(tag.favoriteCount)}`),
      ),
      tag.mergingInto
        ? h("span", { class: "badge", role: "status" }, "merging into ", content(into ? into.tagName : "another tag", null))
        : menuButton(tag.tagName, async () => [
            { text: "Rename", choose: () => rename(tag) },
            ...(tags.some((each) => isTarget(each, tag)) ? [{ text: "Merge into another tag", choose: () => merge(tag) }] : []),
          ]),
    );
  }

  /** @param {Schemas["Tag"]} tag */
  function rename(tag) {
    const name = h("input", { id: "tag-name", "data-field": "tagName", value: tag.tagName, autocomplete: "off" });
    ask(
      "Rename a tag",
      "Rename",
      [labelled("Name", name, h("p", { class: "hint" }, "Its favorites keep the tag."))],
      async () => {
        try {
          await call("patch", TAG, { path: pathOf(tag), json: { tagName: name.value.trim() } });
        } catch (error) {
          throw error.status === CONFLICT && error.problem.existingTagId
            ? new Error("You have another tag with this name. Merge the two instead.")
            : error;
        }
      },
      async () => {
        toast("The tag has a new name.");
        await renamed();
      },
      "primary",
    );
    name.select();
    name.focus();
  }

  /** @param {Schemas["Tag"]} tag */
  function merge(tag) {
    const into = h(
      "select",
      { id: "tag-into", name: "into" },
      tags.filter((each) => isTarget(each, tag)).map((each) => h("option", { value: each.tagId }, each.tagName)),
    );
    ask(
      "Merge a tag",
      "Merge",
      [
        labelled(["Merge ", content(tag.tagName, null), " into"], into),
        h(
          "ul",
          { class: "small" },
          h("li", null, "Its favorites get the other tag instead."),
          h("li", null, "The tag is then deleted. This cannot be undone."),
        ),
      ],
      async () => {
        const target = into.value;
        await call("post", "/users/{userId}/tags/{tagId}/merge", {
          path: pathOf(tag),
          headers: { "idempotency-key": crypto.randomUUID() },
          json: { into: target },
        });
        return target;
      },
      async (target) => {
        toast("The tags are being merged.");
        await merging(tag.tagId, target);
      },
    );
  }
}

/** Whether a tag can be merged into another one. @param {Schemas["Tag"]} other @param {Schemas["Tag"]} tag */
function isTarget(other, tag) {
  return other.tagId !== tag.tagId && !other.mergingInto;
}

/** @param {Schemas["Tag"]} tag */
function pathOf(tag) {
  return { userId: signedIn().userId, tagId: tag.tagId };
}

/** @param {number} count */
function plural(count) {
  return count === 1 ? "1 favorite" : `${count} favorites`;
}
