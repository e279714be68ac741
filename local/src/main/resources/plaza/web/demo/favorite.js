// A favorite in a list: its tags, its edit and its deletion.

import { content, fill, h, toast } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";
import { clearProblem, formProblem, labelled, showProblem } from "./forms.js";
import { hue } from "./parts.js";
import { call, callWithTag, signedIn } from "./session.js";
import { tagField, tagIdOf } from "./tags.js";
import { outsideLink } from "./text.js";
import { undoable } from "./undo.js";

/** @import { Schemas } from "plaza-demo" */
/** @typedef {{tagId: string, tagName: string}} NamedTag */

const FAVORITE = "/users/{userId}/favorites/{dataId}";
const PRECONDITION_FAILED = 412;

/**
 * What a list does with its rows.
 *
 * @typedef {{tags: () => Schemas["Tag"][], choose: (tagId: string) => void, check: (isChecked: boolean) => void, changed: () => void}} Uses
 */

/**
 * @param {Schemas["ExpandedFavorite"]} favorite
 * @param {Uses} uses
 */
export function favoriteRow(favorite, uses) {
  const element = h("article", { class: "favorite" });
  show();
  return element;

  function show() {
    const box = h("input", {
      type: "checkbox",
      "aria-label": `Select ${favorite.title}`,
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
          h("button", { type: "button", class: "quiet small", onclick: remove }, "Delete"),
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
    favorite = saved ?? favorite;
    show();
    const button = element.querySelector(".edit");
    if (button instanceof HTMLElement) {
      button.focus();
    }
    if (saved) {
      uses.changed();
    }
  }

  function remove() {
    const path = { userId: signedIn().userId, dataId: favorite.dataId };
    uses.check(false);
    undoable(
      "Favorite deleted.",
      async () => {
        await call("delete", FAVORITE, { path, keepalive: true });
        uses.changed();
      },
      () => {
        element.hidden = false;
        show();
      },
    );
    element.hidden = true;
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
  /** @type {NamedTag[]} */
  let chosen = [...(favorite.tags ?? [])];
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
      onsubmit: save,
      onkeydown: (event) => event.key === "Escape" && close(),
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
      h("button", { type: "button", onclick: () => close() }, "Cancel"),
    ),
  );
  showTags();
  return form;

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

  async function save(event) {
    event.preventDefault();
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
          tags: chosen.map((tag) => tag.tagId),
        },
      });
      close({ ...saved, tags: chosen });
    } catch (error) {
      if (error.status === PRECONDITION_FAILED) {
        current = await callWithTag("get", FAVORITE, { path });
        error = new Error(
          `The favorite was changed meanwhile: its title is “${current.value.title}”. Save again to replace that.`,
        );
      }
      showProblem(form, error);
    }
  }
}

/** @param {string} url */
function host(url) {
  return URL.canParse(url) ? new URL(url).host : url;
}
