// Favorites: a list with a search and tags, new addresses, and bookmarks files.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { go } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import { hue, moreList } from "./parts.js";
import { all, call, signedIn } from "./session.js";

/** @import { Schemas } from "plaza-demo" */

const PAUSE_MILLIS = 250;
const POLL_MILLIS = 300;
const PROBLEMS_SHOWN = 20;

/** The search and its results, kept while the user types. */
let draft;

export async function favorites(main, params, signal) {
  const path = { userId: signedIn().userId };
  const selected = (params.tag ?? "").split(",").filter((tag) => tag !== "");
  // the search stays in the page while the user types, so that it keeps the focus
  const isTyping = document.activeElement?.id === "search" && draft?.main === main;
  const parts = isTyping && main.contains(draft.list) ? draft : frame();
  draft = parts;
  if (!isTyping) {
    parts.search.value = params.q ?? "";
  }
  parts.report.hidden = parts.report.childElementCount === 0;
  parts.reload = () => Promise.all([loadTags(), loadList()]);
  await parts.reload();

  function frame() {
    const search = h("input", {
      id: "search",
      type: "search",
      placeholder: "Words, \"a phrase\", -without",
      oninput: () => later(() => select({ q: search.value.trim() }, true)),
    });
    const built = {
      main,
      search,
      tags: h("div", { class: "chips", role: "group", "aria-label": "Tags" }),
      list: h("div", { class: "stack" }),
      report: h("section", { class: "card stack", "aria-label": "Import", hidden: true }),
    };
    const file = h("input", {
      id: "file",
      type: "file",
      class: "visually-hidden",
      accept: ".html,text/html",
      onchange: () => file.files?.[0] && importFile(file.files[0]),
    });
    fill(
      main,
      h("h1", null, "Favorites"),
      h(
        "div",
        { class: "two-columns" },
        h(
          "div",
          { class: "stack" },
          h("label", { for: "search", class: "visually-hidden" }, "Search favorites"),
          search,
          built.tags,
          built.report,
          built.list,
        ),
        h(
          "aside",
          { class: "stack", "aria-label": "Add favorites" },
          addForm(),
          h(
            "div",
            { class: "drop card stack tight" },
            h("h2", null, "Bookmarks file"),
            h("p", { class: "muted small" }, "Drop the file that a browser exported anywhere here."),
            file,
            h("label", { for: "file", class: "button" }, "Choose a file"),
          ),
        ),
      ),
    );
    return built;
  }

  function select(change, replace = false) {
    const next = { view: "favorites", q: parts.search.value.trim(), tag: params.tag, ...change };
    go(next, { replace });
  }

  async function loadTags() {
    try {
      const tags = await all("/users/{userId}/tags", {
        path,
        query: { sort: "tagName", limit: 100 },
        signal,
      });
      fill(parts.tags, tags.filter((tag) => tag.favoriteCount > 0).map(chip));
    } catch (error) {
      if (!signal.aborted) {
        fill(parts.tags, h("p", { class: "problem-text" }, error.message));
      }
    }
  }

  /** @param {Schemas["Tag"]} tag */
  function chip(tag) {
    const isOn = selected.includes(tag.tagId);
    const next = isOn ? selected.filter((each) => each !== tag.tagId) : [...selected, tag.tagId];
    return h(
      "button",
      {
        type: "button",
        class: `chip hue-${hue(tag.tagName)}`,
        "aria-pressed": String(isOn),
        onclick: () => select({ tag: next.join(",") }),
      },
      content(tag.tagName, null),
      h("span", { class: "count" }, String(tag.favoriteCount)),
    );
  }

  /**
   * @param {string} [cursor]
   * @returns {Promise<{items: Schemas["ExpandedFavorite"][], nextCursor?: string}>}
   */
  function request(cursor) {
    /** @type {{expand: ["tags"], limit: number, cursor?: string}} */
    const query = { expand: ["tags"], limit: 20, cursor };
    return params.q || selected.length > 0
      ? call("get", "/users/{userId}/search/favorites", {
          path,
          query: {
            ...query,
            q: params.q || undefined,
            tag: selected.length > 0 ? selected : undefined,
          },
          signal,
        })
      : call("get", "/users/{userId}/favorites", { path, query, signal });
  }

  async function loadList() {
    if (parts.list.childElementCount === 0) {
      fill(parts.list, loadingState("Loading favorites"));
    }
    try {
      const page = await request();
      if (page.items.length === 0) {
        fill(parts.list, nothing());
        return;
      }
      const more = moreList(
        page,
        request,
        row,
        "Favorites",
      );
      fill(parts.list, more.list, more.foot);
    } catch (error) {
      if (!signal.aborted) {
        fill(parts.list, errorState(error, loadList));
      }
    }
  }

  function nothing() {
    return params.q || selected.length > 0
      ? emptyState(
          "No favorite matches",
          "Search by the beginnings of words, or choose other tags.",
          h(
            "button",
            {
              type: "button",
              onclick: () => {
                parts.search.value = "";
                select({ q: "", tag: "" });
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
    return h(
      "article",
      { class: "favorite" },
      h(
        "div",
        { class: "grow" },
        favorite.contentUrl
          ? h(
              "a",
              { href: favorite.contentUrl, rel: "noopener noreferrer", target: "_blank" },
              content(favorite.title, null),
            )
          : h("b", null, content(favorite.title, null)),
        h(
          "p",
          { class: "muted small" },
          favorite.contentUrl && content(host(favorite.contentUrl), null),
          " · saved ",
          timeElement(favorite.clipTime),
        ),
        favorite.note && h("p", { class: "small" }, content(favorite.note, null)),
      ),
      h(
        "div",
        { class: "chips" },
        (favorite.tags ?? []).map((tag) =>
          h("span", { class: `chip small hue-${hue(tag.tagName)}` }, content(tag.tagName, null)),
        ),
      ),
    );
  }

  function addForm() {
    const url = h("input", {
      id: "url",
      type: "url",
      required: true,
      placeholder: "https://example.com/",
      oninput: () => later(check),
    });
    const title = h("input", { id: "title", required: true });
    const saved = h("p", { class: "small", role: "status" });
    const problem = h("p", { class: "problem-text", role: "alert" });
    return h(
      "form",
      { class: "card stack tight", onsubmit: save },
      h("h2", null, "Save an address"),
      h("div", { class: "field" }, h("label", { for: "url" }, "Address"), url),
      saved,
      h("div", { class: "field" }, h("label", { for: "title" }, "Title"), title),
      problem,
      h("div", null, h("button", { class: "primary" }, "Save")),
    );

    async function check() {
      fill(saved);
      if (!url.validity.valid || url.value === "") {
        return;
      }
      if (title.value === "") {
        title.value = host(url.value);
      }
      try {
        const found = await call("get", "/users/{userId}/search/urls", {
          path,
          query: { url: url.value },
          signal,
        });
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

    async function save(event) {
      event.preventDefault();
      fill(problem);
      try {
        await call("put", "/users/{userId}/favorites/{dataId}", {
          path: { ...path, dataId: crypto.randomUUID() },
          json: { dataType: "link", title: title.value, contentUrl: url.value },
        });
        toast("Saved.");
        url.value = "";
        title.value = "";
        fill(saved);
        await parts.reload();
      } catch (error) {
        fill(problem, error.message);
      }
    }
  }

  async function importFile(file) {
    const report = parts.report;
    report.hidden = false;
    fill(report, h("h2", null, "Importing ", content(file.name, null)), loadingState("Sending"));
    try {
      const started = await call("post", "/users/{userId}/bookmarks", {
        path,
        headers: { "content-type": "text/html", "idempotency-key": crypto.randomUUID() },
        body: await file.text(),
      });
      await follow(started.importId, "done", "Importing");
    } catch (error) {
      fill(report, errorState(error, () => importFile(file)));
    }
  }

  /** Shows the progress of an import or its undo until it has the state. */
  async function follow(importId, end, title) {
    const report = parts.report;
    const bar = h("progress", { "aria-label": title });
    const text = h("p", { class: "muted", role: "status" });
    fill(report, h("h2", null, title), bar, text);
    for (;;) {
      const state = await call("get", "/users/{userId}/bookmarks/imports/{importId}", {
        path: { ...path, importId },
      });
      bar.max = Math.max(1, state.bookmarks);
      bar.value = state.done;
      fill(text, `${state.done} of ${state.bookmarks} bookmarks`);
      if (state.state === end) {
        await parts.reload();
        fill(report, end === "done" ? summary(state) : undone(state));
        return;
      }
      await new Promise((resume) => setTimeout(resume, POLL_MILLIS));
    }
  }

  /** @param {Schemas["BookmarksImport"]} state */
  function summary(state) {
    const numbers = { added: "added", alreadyThere: "already there", joined: "joined", refused: "refused" };
    return [
      h(
        "div",
        { class: "row spread" },
        h("h2", null, "Import finished"),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", onclick: () => undo(state.importId) }, "Undo"),
          h("button", { type: "button", class: "quiet", onclick: close }, "Close"),
        ),
      ),
      h(
        "p",
        { role: "status" },
        Object.entries(numbers)
          .map(([name, words]) => `${state[name]} ${words}`)
          .join(" · "),
      ),
      state.problemCount > 0 &&
        h(
          "details",
          null,
          h("summary", null, `${state.problemCount} remarks`),
          h(
            "ul",
            { class: "small" },
            state.problems
              .slice(0, PROBLEMS_SHOWN)
              .map((each) =>
                h("li", null, `Line ${each.line}: `, content(each.title ?? each.url ?? "", null), ` ${each.detail}`),
              ),
          ),
        ),
    ];
  }

  /** @param {Schemas["BookmarksImport"]} state */
  function undone(state) {
    return [
      h("div", { class: "row spread" }, h("h2", null, "Import undone"), h("button", { type: "button", class: "quiet", onclick: close }, "Close")),
      h("p", { role: "status" }, state.removed === 1 ? "1 favorite removed" : `${state.removed ?? 0} favorites removed`),
    ];
  }

  async function undo(importId) {
    try {
      await call("delete", "/users/{userId}/bookmarks/imports/{importId}", {
        path: { ...path, importId },
      });
      await follow(importId, "undone", "Undoing the import");
    } catch (error) {
      fill(parts.report, errorState(error, () => undo(importId)));
    }
  }

  function close() {
    fill(parts.report);
    parts.report.hidden = true;
  }

  main.ondragover = (event) => {
    event.preventDefault();
    main.classList.add("dropping");
  };
  main.ondragleave = () => main.classList.remove("dropping");
  main.ondrop = (event) => {
    event.preventDefault();
    main.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) {
      importFile(file);
    }
  };
  signal.addEventListener("abort", () => {
    main.ondragover = null;
    main.ondragleave = null;
    main.ondrop = null;
  });
}

let timer;

function later(work) {
  clearTimeout(timer);
  timer = setTimeout(work, PAUSE_MILLIS);
}

function host(url) {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
