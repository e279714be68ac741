// A favorite in a list: its tags, its edit and its deletion.

import { content, fill, h, toast } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";
import {
  clearProblem,
  forgetDraft,
  formProblem,
  keepDraft,
  labelled,
  showProblem,
  submitting,
} from "../forms.js";
import { hue, outsideLink } from "../parts.js";
import { call, callWithTag, signedIn } from "../session.js";
import { tagField, tagIdOf } from "./tags.js";
import { undoable } from "../undo.js";

/** @import { Schemas } from "plaza-demo" */
/** @typedef {{tagId: string, tagName: string}} NamedTag */

const FAVORITE = "/users/{userId}/favorites/{dataId}";
const PRECONDITION_FAILED = 412;

/** The favorites whose deletion waits. @type {Set<string>} */
const leaving = new Set();

/** Tells every row of a favorite, with the id as type, that it is in `leaving`, or no longer. */
const changes = new EventTarget();

/**
 * What a list does with its rows. The signal ends the list.
 *
 * @typedef {{tags: () => Schemas["Tag"][], choose: (tagId: string) => void, check: (isChecked: boolean) => void, isChecked: () => boolean, changed: (areTagsChanged: boolean) => void, signal: AbortSignal}} Uses
 */

/** Whether a favorite is not shown, because its deletion waits. @param {string} dataId */
export function isLeaving(dataId) {
  return leaving.has(dataId);
}

/**
 * Hides favorites and deletes them after ten seconds, unless the person undoes it.
 *
 * @param {string[]} dataIds
 * @param {(areTagsChanged: boolean) => void} changed is called when they leave, return, or are deleted
 */
export function removeFavorites(dataIds, changed) {
  const { userId } = signedIn();
  const tell = () => {
    dataIds.forEach((dataId) => changes.dispatchEvent(new Event(dataId)));
    changed(false);
  };
  dataIds.forEach((dataId) => leaving.add(dataId));
  undoable(
    dataIds.length === 1 ? "Favorite deleted." : `${dataIds.length} favorites deleted.`,
    async () => {
      await Promise.all(
        dataIds.map((dataId) =>
          call("delete", FAVORITE, { path: { userId, dataId }, keepalive: true }),
        ),
      );
      changed(true);
    },
    () => {
      dataIds.forEach((dataId) => leaving.delete(dataId));
      tell();
    },
  );
  tell();
}

/**
 * @param {Schemas["ExpandedFavorite"]} favorite
 * @param {Uses} uses
 */
export function favoriteRow(favorite, uses) {
  const element = h("article", { class: "favorite", "data-favorite": favorite.dataId });
  const hide = () => {
    element.hidden = isLeaving(favorite.dataId);
  };
  changes.addEventListener(favorite.dataId, hide, { signal: uses.signal });
  hide();
  show();
  return element;

  function show() {
    const box = h("input", {
      type: "checkbox",
      "aria-label": `Select ${favorite.title}`,
      checked: uses.isChecked(),
      onchange: () => uses.check(box.checked),
    });
    fill(
      element,
      box,
      h(
        "div",
        { class: "grow" },
        favorite.contentUrl
          ? outsideLink(favorite.contentUrl, content(favorite.title, null))
          : h("b", null, content(favorite.title, null)),
        h(
          "p",
          { class: "muted small" },
          favorite.contentUrl && [content(host(favorite.contentUrl), null), " · "],
          "saved ",
          timeElement(favorite.clipTime),
        ),
        favorite.note && h("p", { class: "small" }, content(favorite.note, null)),
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "quiet small edit", onclick: edit }, "Edit"),
          h("button", { type: "button", class: "quiet small danger", onclick: remove }, "Delete"),
        ),
      ),
      h(
        "div",
        { class: "chips" },
        (favorite.tags ?? []).map((tag) =>
          h(
            "button",
            {
              type: "button",
              class: `chip small hue-${hue(tag.tagName)}`,
              "aria-label": `Show the favorites with the tag ${tag.tagName}`,
              onclick: () => uses.choose(tag.tagId),
            },
            content(tag.tagName, null),
          ),
        ),
      ),
    );
  }

  async function edit() {
    try {
      fill(element, await editor(favorite, uses.tags(), close));
      element.querySelector("input")?.focus();
    } catch (error) {
      toast(error.message);
    }
  }

  /** @param {Schemas["ExpandedFavorite"]} [saved] */
  function close(saved) {
    const before = favorite.tags ?? [];
    favorite = saved ?? favorite;
    show();
    const button = element.querySelector(".edit");
    if (button instanceof HTMLElement) {
      button.focus();
    }
    if (saved && !haveSameIds(before, saved.tags ?? [])) {
      uses.changed(true);
    }
  }

  function remove() {
    uses.check(false);
    removeFavorites([favorite.dataId], uses.changed);
    const next = [...(element.parentElement?.querySelectorAll("article:not([hidden]) a") ?? [])].find(
      (each) => element.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (next instanceof HTMLElement) {
      next.focus();
    }
  }
}

/**
 * A form that edits the current favorite, so that an edit in another window is not lost.
 *
 * @param {Schemas["ExpandedFavorite"]} favorite
 * @param {Schemas["Tag"][]} tags
 * @param {(saved?: Schemas["ExpandedFavorite"]) => void} close
 */
async function editor(favorite, tags, close) {
  const path = { userId: signedIn().userId, dataId: favorite.dataId };
  const id = (name) => `favorite-${name}-${favorite.dataId}`;
  let current = await callWithTag("get", FAVORITE, { path });
  const { value } = current;
  const title = h("input", { id: id("title"), name: "title", value: value.title });
  const url = h("input", {
    id: id("url"),
    name: "contentUrl",
    type: "url",
    value: value.contentUrl ?? "",
  });
  const note = h("textarea", { id: id("note"), name: "note", rows: "2", value: value.note ?? "" });
  const drafts = [title, url, note].map((control) => ({ control, name: `${favorite.dataId}.${control.name}` }));
  drafts.forEach(({ control, name }) => keepDraft(name, control));
  const before = favorite.tags ?? [];
  /** @type {NamedTag[]} */
  let chosen = [...before];
  const chips = h("div", { class: "chips" });
  const { field, input: name } = tagField(id("tag"), "Add a tag", () => tags);
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && name.value.trim() !== "") {
      event.preventDefault();
      add();
    }
  });
  const form = h(
    "form",
    {
      class: "stack tight grow",
      novalidate: true,
      onsubmit: submitting(save),
      onkeydown: (event) => event.key === "Escape" && cancel(),
    },
    labelled("Title", title),
    labelled("Address", url),
    labelled("Note", note),
    h("div", { class: "stack tight" }, chips, field),
    formProblem(),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary" }, "Save"),
      h("button", { type: "button", onclick: cancel }, "Cancel"),
    ),
  );
  showTags();
  return form;

  function cancel() {
    end();
  }

  /** @param {Schemas["ExpandedFavorite"]} [saved] */
  function end(saved) {
    drafts.forEach(({ name: draft }) => forgetDraft(draft));
    close(saved);
  }

  function showTags() {
    fill(
      chips,
      chosen.map((tag) =>
        h(
          "button",
          {
            type: "button",
            class: `chip small hue-${hue(tag.tagName)}`,
            "aria-label": `Remove the tag ${tag.tagName}`,
            onclick: () => {
              chosen = chosen.filter((each) => each.tagId !== tag.tagId);
              showTags();
              name.focus();
            },
          },
          content(tag.tagName, null),
          h("span", { "aria-hidden": "true" }, "×"),
        ),
      ),
    );
  }

  /** Adds the tag whose name was typed. */
  async function add() {
    clearProblem(form);
    const tagName = name.value.trim();
    if (tagName === "") {
      return true;
    }
    try {
      const tagId = await tagIdOf(tagName, tags);
      const known = tags.find((tag) => tag.tagId === tagId);
      chosen = [
        ...chosen.filter((tag) => tag.tagId !== tagId),
        { tagId, tagName: known?.tagName ?? tagName },
      ];
      name.value = "";
      showTags();
      return true;
    } catch (error) {
      showProblem(form, error);
      return false;
    }
  }

  async function save() {
    if (!(await add())) {
      return;
    }
    try {
      const saved = await call("patch", FAVORITE, {
        path,
        headers: { "if-match": current.tag },
        json: {
          title: title.value,
          contentUrl: url.value.trim() || null,
          note: note.value.trim() || null,
          // a favorite can have more tags than a request
          ...(!haveSameIds(before, chosen) && { tags: chosen.map((tag) => tag.tagId) }),
        },
      });
      end({ ...saved, tags: chosen });
    } catch (error) {
      if (error.status === PRECONDITION_FAILED) {
        current = await callWithTag("get", FAVORITE, { path });
        throw new Error(
          `The favorite was changed meanwhile: its title is “${current.value.title}”. Save again to replace that.`,
        );
      }
      throw error;
    }
  }
}

/** @param {NamedTag[]} some @param {NamedTag[]} others */
function haveSameIds(some, others) {
  const ids = (tags) => JSON.stringify(tags.map((tag) => tag.tagId).sort());
  return ids(some) === ids(others);
}

/** @param {string} url */
function host(url) {
  return URL.canParse(url) ? new URL(url).host : url;
}
