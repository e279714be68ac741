// Bookmarks files: an import with its progress, its report and its undo, and the imports of the past.

import { content, errorState, fill, h, loadingState } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";
import { receiveFiles, whileBusy } from "../forms.js";
import { saveFile } from "../parts.js";
import { allText, call, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const IMPORT = "/users/{userId}/bookmarks/imports/{importId}";
const POLL_MILLIS = 300;
const PROBLEMS_SHOWN = 20;
const IMPORTS_SHOWN = 10;

const RESULTS = { added: "added", alreadyThere: "already there", joined: "joined", refused: "refused" };

/**
 * The card in which a file is chosen, and in which its import reports.
 *
 * @param {HTMLElement} view files can be dropped on it
 * @param {() => Promise<void>} changed
 * @param {AbortSignal} signal
 */
export function importCard(view, changed, signal) {
  const path = { userId: signedIn().userId };
  const report = h("section", { class: "stack tight", "aria-label": "Import", hidden: true });
  const past = h("div", { class: "stack tight" });
  const file = h("input", {
    id: "file",
    type: "file",
    class: "visually-hidden",
    accept: ".html,text/html",
    onchange: () => {
      const chosen = file.files?.[0];
      if (chosen) {
        importFile(chosen);
      }
      file.value = ""; // the same file can be chosen again
    },
  });
  const imports = h(
    "details",
    { ontoggle: () => imports.open && showPast() },
    h("summary", { class: "small" }, "Past imports"),
    past,
  );
  const saved = h("p", { class: "muted small", role: "status" });
  const take = h("button", { type: "button", onclick: () => whileBusy(take, download) }, "Download favorites");
  receiveFiles(view, ([dropped]) => importFile(dropped), signal);
  return h(
    "div",
    { class: "drop card stack tight" },
    h("h2", null, "Bookmarks file"),
    h("p", { class: "muted small" }, "Drop the file that a browser exported anywhere here."),
    file,
    h("div", { class: "row" }, h("label", { for: "file", class: "button" }, "Choose a file"), take),
    saved,
    report,
    imports,
  );

  /** Saves all favorites as a file that browsers import; more than 5 MiB as several files. */
  async function download() {
    fill(saved, "Downloading");
    try {
      const files = [];
      await allText("/users/{userId}/bookmarks", { path, signal }, (text) => files.push(text));
      files.forEach((text, at) => {
        const part = files.length > 1 ? `-${at + 1}` : "";
        saveFile([text], `favorites-${path.userId}${part}.html`, "text/html");
      });
      const count = files.join("").match(/<DT><A /g)?.length ?? 0;
      fill(saved, `Downloaded: ${count === 1 ? "1 bookmark" : `${count} bookmarks`}`);
    } catch (error) {
      if (!signal.aborted) {
        fill(saved, error.message);
      }
    }
  }

  /** @param {File} chosen */
  async function importFile(chosen) {
    report.hidden = false;
    fill(report, h("h3", null, "Importing ", content(chosen.name, null)), loadingState("Sending"));
    try {
      const started = await call("post", "/users/{userId}/bookmarks", {
        path,
        headers: { "content-type": "text/html", "idempotency-key": crypto.randomUUID() },
        body: await chosen.text(),
      });
      await follow(started.importId, "done", "Importing");
    } catch (error) {
      fill(report, errorState(error, () => importFile(chosen)));
    }
  }

  /** Shows the progress of an import or its undo until it has the state. */
  async function follow(importId, end, title) {
    report.hidden = false;
    const bar = h("progress", { "aria-label": title });
    const text = h("p", { class: "muted", role: "status" });
    fill(report, h("h3", null, title), bar, text);
    for (;;) {
      const state = await call("get", IMPORT, { path: { ...path, importId } });
      bar.max = Math.max(1, state.bookmarks);
      bar.value = state.done;
      fill(text, `${state.done} of ${state.bookmarks} bookmarks`);
      if (state.state === end || state.state === "undone") {
        show(state);
        await Promise.all([changed(), imports.open && showPast()]);
        return;
      }
      await new Promise((resume) => setTimeout(resume, POLL_MILLIS));
    }
  }

  /** Shows the report of an import. @param {Schemas["BookmarksImport"]} state */
  function show(state) {
    const isUndone = state.state === "undone";
    report.hidden = false;
    fill(
      report,
      h("h3", null, isUndone ? "Import undone" : "Import finished"),
      h("p", { role: "status" }, isUndone ? removed(state) : results(state)),
      state.problemCount > 0 &&
        h(
          "details",
          null,
          h("summary", null, state.problemCount === 1 ? "1 remark" : `${state.problemCount} remarks`),
          h("ul", { class: "small" }, state.problems.slice(0, PROBLEMS_SHOWN).map(problem)),
          state.problemCount > PROBLEMS_SHOWN &&
            h("p", { class: "small muted" }, `and ${state.problemCount - PROBLEMS_SHOWN} more`),
        ),
      h(
        "div",
        { class: "row" },
        !isUndone && h("button", { type: "button", onclick: () => undo(state.importId) }, "Undo"),
        h("button", { type: "button", class: "quiet", onclick: close }, "Close"),
      ),
    );
  }

  function close() {
    fill(report).hidden = true;
    file.focus();
  }

  async function undo(importId) {
    try {
      await call("delete", IMPORT, { path: { ...path, importId } });
      await follow(importId, "undone", "Undoing the import");
    } catch (error) {
      report.hidden = false;
      fill(report, errorState(error, () => undo(importId)));
    }
  }

  async function showPast() {
    try {
      const { items, nextCursor } = await call("get", "/users/{userId}/bookmarks/imports", {
        path,
        query: { limit: IMPORTS_SHOWN },
        signal,
      });
      fill(
        past,
        items.length === 0
          ? h("p", { class: "muted small" }, "No import in the last 14 days.")
          : h("ul", { class: "plain stack tight small" }, items.map(entry)),
        nextCursor && h("p", { class: "muted small" }, "There are older ones."),
      );
    } catch (error) {
      if (!signal.aborted) {
        fill(past, errorState(error, showPast));
      }
    }
  }

  /** @param {Schemas["ListedBookmarksImport"]} state */
  function entry(state) {
    return h(
      "li",
      { class: "row spread" },
      h("span", null, timeElement(state.createTime), ": ", state.state === "undone" ? "undone" : results(state)),
      h("button", { type: "button", class: "quiet small", onclick: open }, "Report"),
    );

    async function open() {
      try {
        const isUndone = state.state === "undoing" || state.state === "undone";
        await follow(state.importId, isUndone ? "undone" : "done", "Import");
      } catch (error) {
        fill(report, errorState(error, open)).hidden = false;
      }
    }
  }
}

/** @param {Schemas["ListedBookmarksImport"]} state */
function results(state) {
  return Object.entries(RESULTS)
    .map(([name, words]) => `${state[name]} ${words}`)
    .join(" · ");
}

/** @param {Schemas["ListedBookmarksImport"]} state */
function removed(state) {
  return state.removed === 1 ? "1 favorite removed" : `${state.removed ?? 0} favorites removed`;
}

/** @param {Schemas["ImportProblem"]} problem */
function problem({ line, title, url, detail }) {
  return h("li", null, `Line ${line}: `, content(title ?? url ?? "", null), ` ${detail}`);
}
