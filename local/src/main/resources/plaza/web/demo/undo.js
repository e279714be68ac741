// Actions that wait for ten seconds, in which they can be undone.

import { h } from "/shared/dom.js";

const WAIT_MILLIS = 10_000;

/** The actions that wait. @type {Set<() => void>} */
const waiting = new Set();

// an action that was begun is done even if the page goes away
addEventListener("pagehide", finishAll);

/**
 * Shows that something happened and performs it after ten seconds, unless the person undoes it.
 *
 * @param {string} text what happened
 * @param {() => Promise<unknown>} perform sends the request, with `keepalive`
 * @param {() => void} undo shows again what was there
 */
export function undoable(text, perform, undo) {
  const button = h("button", { type: "button", onclick: takeBack }, "Undo");
  const bar = h("div", { class: "toast undo" }, h("span", null, text), button);
  region().append(bar);
  const timer = setTimeout(finish, WAIT_MILLIS);
  waiting.add(finish);

  function end() {
    clearTimeout(timer);
    waiting.delete(finish);
    bar.remove();
  }

  function takeBack() {
    end();
    undo();
  }

  async function finish() {
    end();
    try {
      await perform();
    } catch (error) {
      undo();
      const problem = h("div", { class: "toast undo" }, error.message);
      region().append(problem);
      setTimeout(() => problem.remove(), WAIT_MILLIS);
    }
  }
}

/** Performs every action that waits, because the person signs out or leaves. */
export function finishAll() {
  waiting.forEach((finish) => finish());
}

function region() {
  const found = document.querySelector("body > .undo-region");
  if (found) {
    return found;
  }
  const created = h("div", { class: "undo-region", role: "status" });
  document.body.append(created);
  return created;
}
