// Favorites: a list with a search and tags, changes of several or of all results, and new addresses.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { go } from "/shared/router.js";
import { favoriteRow, isLeaving, removeFavorites } from "./favorite.js";
import { forgetDraft, formProblem, keepDraft, labelled, sendForm, submitting } from "../forms.js";
import { importCard } from "./imports.js";
import { afterPause, hue, moreList } from "../parts.js";
import { all, call, signedIn } from "../session.js";
import { tagList } from "./tagmenu.js";
import { tagField, tagIdOf, tagNamed } from "./tags.js";

/** @import { Schemas } from "plaza-demo" */

const POLL_MILLIS = 300;
const PAGE = 20;
const TAGS_SHOWN = 12;

/** The tag whose chip had the focus when it was pressed. */
let pressed = "";

export async function favorites(view, params, signal) {
  const path = { userId: signedIn().userId };
  const selected = (params.tag ?? "").split(",").filter((tag) => tag !== "");
  /** The favorites whose boxes are checked. @type {Map<string, Schemas["ExpandedFavorite"]>} */
  const checked = new Map();
  /** The ids of the favorites that were loaded. @type {string[]} */
  let loaded = [];
  let hasMore = false;
  /** @type {Schemas["Tag"][]} */
  let tags = [];
  const search = h("input", {
    id: "search",
    type: "search",
    value: params.q ?? "",
    placeholder: "Words, \"a phrase\", -without",
    oninput: afterPause(searched),
  });
  const chips = h("div", { class: "stack tight", role: "group", "aria-label": "Tags" });
  const changes = tagList({ load: loadTags, renamed: reload, merging }, view, signal);
  const number = h("p", { class: "muted small", role: "status" });
  const bar = h("div", { class: "selection card stack tight", hidden: true });
  const list = h("div", { class: "stack" });
  const whole = h("div", { hidden: true });
  fill(
    view,
    h("h1", null, "Favorites"),
    h(
      "div",
      { class: "two-columns" },
      h(
        "div",
        { class: "stack" },
        h("label", { for: "search", class: "visually-hidden" }, "Search favorites"),
        search,
        chips,
        changes.element,
        number,
        whole,
        bar,
        list,
      ),
      h(
        "aside",
        { class: "stack", "aria-label": "Add favorites" },
        addForm(),
        importCard(view, reload, signal),
      ),
    ),
  );
  await reload();

  async function reload() {
    await Promise.all([loadTags(), loadList()]);
  }

  function searched() {
    params = { ...params, q: search.value.trim() };
    go({ view: "favorites", q: params.q, tag: params.tag }, { replace: true, isSilent: true });
    return loadList();
  }

  /** @param {string[]} chosen */
  function filter(chosen) {
    go({ view: "favorites", q: search.value.trim(), tag: chosen.join(",") });
  }

  function isFiltered() {
    return Boolean(params.q) || selected.length > 0;
  }

  async function loadTags() {
    try {
      const before = tags;
      tags = await all("/users/{userId}/tags", {
        path,
        query: { sort: "tagName", limit: 100 },
        signal,
      });
      showTags();
      changes.show(tags);
      // the favorites of a merged tag have another one
      if (before.some((tag) => tag.mergingInto && !tags.some((each) => each.tagId === tag.tagId))) {
        await loadList();
      }
    } catch (error) {
      if (!signal.aborted) {
        fill(chips, h("p", { class: "problem-text" }, error.message));
      }
    }
  }

  /** Shows the target instead of a tag that is being merged into it. @param {string} tagId @param {string} into */
  async function merging(tagId, into) {
    if (selected.includes(tagId)) {
      filter([...new Set(selected.map((each) => (each === tagId ? into : each)))]);
    } else {
      await loadTags();
    }
  }

  /** Shows the chosen and the most used tags, and folds the others. */
  function showTags() {
    const used = tags
      .filter((tag) => tag.favoriteCount > 0 || selected.includes(tag.tagId))
      .sort((one, other) => other.favoriteCount - one.favoriteCount);
    const first = used.filter((tag, at) => at < TAGS_SHOWN || selected.includes(tag.tagId));
    const rest = used.filter((tag) => !first.includes(tag));
    const others = h("div", { class: "chips" }, rest.map(chip));
    const find = h("input", {
      id: "tag-search",
      type: "search",
      placeholder: "Find a tag",
      "aria-label": "Find a tag",
      oninput: () => {
        const text = find.value.trim().toLocaleLowerCase();
        fill(others, rest.filter((tag) => tag.tagName.toLocaleLowerCase().includes(text)).map(chip));
      },
    });
    fill(
      chips,
      h("div", { class: "chips" }, first.map(chip)),
      rest.length > 0 &&
        h(
          "details",
          null,
          h("summary", { class: "small" }, `${rest.length} more ${rest.length === 1 ? "tag" : "tags"}`),
          h("div", { class: "stack tight" }, find, others),
        ),
    );
    const again = pressed && chips.querySelector(`[data-tag="${CSS.escape(pressed)}"]`);
    pressed = "";
    if (again instanceof HTMLElement) {
      again.focus();
    }
  }

  /** @param {Schemas["Tag"]} tag */
  function chip(tag) {
    const isOn = selected.includes(tag.tagId);
    return h(
      "button",
      {
        type: "button",
        class: `chip hue-${hue(tag.tagName)}`,
        "data-tag": tag.tagId,
        "aria-pressed": String(isOn),
        onclick: () => {
          pressed = tag.tagId;
          filter(isOn ? selected.filter((each) => each !== tag.tagId) : [...selected, tag.tagId]);
        },
      },
      content(tag.tagName, null),
      h("span", { class: "count" }, String(tag.favoriteCount)),
    );
  }

  /** What the list shows, as the query of a search. */
  function query() {
    return {
      q: params.q || undefined,
      tag: selected.length > 0 ? selected : undefined,
    };
  }

  /**
   * @param {string} [cursor]
   * @returns {Promise<{items: Schemas["ExpandedFavorite"][], nextCursor?: string}>}
   */
  function request(cursor) {
    /** @type {{expand: ["tags"], limit: number, cursor?: string}} */
    const page = { expand: ["tags"], limit: PAGE, cursor };
    return isFiltered()
      ? call("get", "/users/{userId}/search/favorites", {
          path,
          query: { ...page, ...query() },
          signal,
        })
      : call("get", "/users/{userId}/favorites", { path, query: page, signal });
  }

  async function loadList() {
    const q = params.q;
    if (list.childElementCount === 0) {
      fill(list, loadingState("Loading favorites"));
    }
    try {
      const page = await request();
      if (q !== params.q) {
        return; // the person has typed on
      }
      checked.clear();
      showSelection();
      loaded = [];
      count(page);
      showWhole(page.items.length > 0);
      if (page.items.length === 0) {
        fill(list, nothing());
        return;
      }
      const more = moreList(
        page,
        async (cursor) => {
          const next = await request(cursor);
          count(next);
          return next;
        },
        row,
        "Favorites",
      );
      fill(list, more.list, more.foot);
    } catch (error) {
      if (!signal.aborted) {
        fill(list, errorState(error, loadList));
      }
    }
  }

  /** Counts a page. @param {{items: Schemas["ExpandedFavorite"][], nextCursor?: string}} page */
  function count({ items, nextCursor }) {
    loaded.push(...items.map((each) => each.dataId));
    hasMore = nextCursor !== undefined;
    showNumber();
  }

  function showNumber() {
    const shown = loaded.filter((dataId) => !isLeaving(dataId)).length;
    fill(number, hasMore ? `The first ${plural(shown)}` : plural(shown));
  }

  function nothing() {
    return isFiltered()
      ? emptyState(
          "No favorite matches",
          "Search by the beginnings of words, or choose other tags.",
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                search.value = "";
                filter([]);
              },
            },
            "Show all favorites",
          ),
        )
      : emptyState(
          "No favorites yet",
          "Save an address, or import the bookmarks of your browser.",
          h("label", { for: "file", class: "button primary" }, "Choose a bookmarks file"),
        );
  }

  /** @param {Schemas["ExpandedFavorite"]} favorite */
  function row(favorite) {
    return favoriteRow(favorite, {
      tags: () => tags,
      choose: (tagId) => filter([tagId]),
      check: (isChecked) => {
        if (isChecked) {
          checked.set(favorite.dataId, favorite);
        } else {
          checked.delete(favorite.dataId);
        }
        showSelection();
      },
      isChecked: () => checked.has(favorite.dataId),
      changed,
      signal,
    });
  }

  /** What can be done with the favorites whose boxes are checked. */
  function showSelection() {
    bar.hidden = checked.size === 0;
    if (checked.size === 0) {
      fill(bar);
      return;
    }
    const heading = h("b", { role: "status" }, `${checked.size} selected`);
    if (bar.childElementCount > 0) {
      bar.firstElementChild?.replaceWith(heading);
      return;
    }
    /** @param {"put" | "delete"} method */
    const each = async (method, tagId) => {
      for (const dataId of checked.keys()) {
        await call(method, "/users/{userId}/favorites/{dataId}/tags/{tagId}", {
          path: { ...path, dataId, tagId },
        });
      }
      await reload();
    };
    fill(
      bar,
      heading,
      tagActions(
        "selection-tag",
        (tagId) => each("put", tagId),
        (tagId) => each("delete", tagId),
        h("button", { type: "button", onclick: removeSelection }, "Delete"),
      ),
    );
  }

  function removeSelection() {
    const ids = [...checked.keys()];
    checked.clear();
    for (const box of list.querySelectorAll("input:checked")) {
      /** @type {HTMLInputElement} */ (box).checked = false;
    }
    showSelection();
    removeFavorites(ids, changed);
    search.focus();
  }

  /** @param {boolean} areTagsChanged */
  function changed(areTagsChanged) {
    showNumber();
    if (areTagsChanged && !signal.aborted) {
      loadTags();
    }
  }

  /** What can be done with all results of a search, which a job changes. */
  function showWhole(hasResults) {
    whole.hidden = !hasResults || !isFiltered();
    fill(
      whole,
      h(
        "details",
        { class: "whole" },
        h("summary", { class: "small" }, "Change all results"),
        tagActions(
          "whole-tag",
          (tagId) => change("tag", tagId),
          (tagId) => change("untag", tagId),
          h("button", { type: "button", onclick: confirmDeletion }, "Delete"),
        ),
      ),
    );
  }

  /** Asks first, because a job cannot be undone. */
  function confirmDeletion() {
    const keep = h("button", { type: "button", onclick: () => stay() }, "Keep them");
    fill(
      whole,
      h(
        "div",
        { class: "card stack tight", role: "group", "aria-labelledby": "delete-whole" },
        h("p", { id: "delete-whole" }, "Delete every favorite that this search finds? This cannot be undone."),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", onclick: () => change("unclip") }, "Delete all results"),
          keep,
        ),
      ),
    );
    keep.focus();

    function stay() {
      showWhole(true);
      search.focus();
    }
  }

  /**
   * A tag to choose, and the buttons that give and take it.
   *
   * @param {string} id
   * @param {(tagId: string) => Promise<void>} give
   * @param {(tagId: string) => Promise<void>} take
   * @param {HTMLElement} [more] another button
   */
  function tagActions(id, give, take, more) {
    const { field, input } = tagField(id, "Tag", () => tags);
    const form = h(
      "form",
      { class: "stack tight", onsubmit: (event) => run(event, give, tagIdOf) },
      field,
      formProblem(),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary" }, "Tag"),
        h("button", { type: "button", onclick: (event) => run(event, take, tagNamed) }, "Untag"),
        more,
      ),
    );
    return form;

    function run(event, work, find) {
      event.preventDefault();
      return sendForm(form, async () => work(await find(input.value, tags)));
    }
  }

  /**
   * Starts a job and shows its progress.
   *
   * @param {"tag" | "untag" | "unclip"} action
   * @param {string} [tagId]
   */
  async function change(action, tagId) {
    const progress = h("progress", { "aria-label": "Changing all results" });
    const text = h("p", { class: "muted small", role: "status" }, "Starting");
    fill(whole, progress, text);
    search.focus();
    try {
      let state = await call("post", "/users/{userId}/favorites-changes", {
        path,
        query: query(),
        headers: { "idempotency-key": crypto.randomUUID() },
        json: { action, tagId },
      });
      while (state.state === "running") {
        progress.max = Math.max(1, state.matched);
        progress.value = state.done;
        fill(text, `${state.done} of ${plural(state.matched)}`);
        await new Promise((resume) => setTimeout(resume, POLL_MILLIS));
        state = await call("get", "/users/{userId}/favorites-changes/{changeId}", {
          path: { ...path, changeId: state.changeId },
        });
      }
      toast(
        state.state === "done"
          ? `${plural(state.changed)} ${action === "unclip" ? "deleted" : "changed"}.`
          : `Stopped after ${plural(state.done)}, because the tag was deleted or merged.`,
      );
      await reload();
    } catch (error) {
      fill(whole, h("p", { class: "problem-text", role: "alert" }, error.message));
    }
  }

  function addForm() {
    const url = h("input", {
      id: "url",
      name: "contentUrl",
      type: "url",
      placeholder: "https://example.com/",
      oninput: afterPause(check),
    });
    const title = h("input", { id: "title", name: "title" });
    const saved = h("p", { class: "small", role: "status" });
    const drafts = [url, title].map((control) => ({ control, name: `clip.${path.userId}.${control.name}` }));
    drafts.forEach(({ control, name }) => keepDraft(name, control));
    const form = h(
      "form",
      { class: "card stack tight", novalidate: true, onsubmit: submitting(save) },
      h("h2", null, "Save an address"),
      labelled("Address", url),
      saved,
      labelled("Title", title),
      formProblem(),
      h("div", null, h("button", { class: "primary" }, "Save")),
    );
    return form;

    /** Looks whether the address is saved already. */
    async function check() {
      const checkedUrl = url.value;
      fill(saved);
      if (!url.validity.valid || checkedUrl === "") {
        return;
      }
      if (title.value === "") {
        title.value = new URL(checkedUrl).host;
        title.dispatchEvent(new Event("input"));
      }
      try {
        const found = await call("get", "/users/{userId}/search/urls", {
          path,
          query: { url: checkedUrl },
        });
        if (url.value !== checkedUrl) {
          return;
        }
        const first = found.items[0];
        fill(
          saved,
          first
            ? [
                h("span", { class: "badge warning" }, "Saved already"),
                " ",
                content(first.title, null),
                first.match === "samePage" && " (another place on the page)",
              ]
            : h("span", { class: "badge good" }, "Not saved yet"),
        );
      } catch (error) {
        fill(saved, error.message);
      }
    }

    async function save() {
      await call("put", "/users/{userId}/favorites/{dataId}", {
        path: { ...path, dataId: crypto.randomUUID() },
        json: { dataType: "link", title: title.value, contentUrl: url.value },
      });
      toast("Saved.");
      drafts.forEach(({ name }) => forgetDraft(name));
      url.value = "";
      title.value = "";
      fill(saved);
      url.focus();
      await reload();
    }
  }
}

/** @param {number} count */
function plural(count) {
  return count === 1 ? "1 favorite" : `${count} favorites`;
}
