// Actions that wait for ten seconds, in which they can be undone.

import { h } from "/shared/dom.js";

const WAIT_MILLIS = 10_000;
const TEXT_FIELDS = "input, textarea, select";

/** The actions that wait, the oldest first. @type {Set<{finish: () => void, takeBack: () => void}>} */
const waiting = new Set();

// an action that was begun is done even if the page goes away
addEventListener("pagehide", finishAll);

addEventListener("keydown", (event) => {
  const last = [...waiting].at(-1);
  const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
  if (last && !isTyping && (event.ctrlKey || event.metaKey) && event.key === "z") {
    event.preventDefault();
    last.takeBack();
  }
});

/**
 * Shows that something happened and performs it after ten seconds, unless the person undoes it with
 * the button or Ctrl+Z. The time stops while the pointer or the focus is on the button. Returns a
 * function that undoes it as well.
 *
 * @param {string} text what happened
 * @param {() => Promise<unknown>} perform sends the request, with `keepalive`
 * @param {() => void} undo shows again what was there
 */
export function undoable(text, perform, undo) {
  const bar = h(
    "div",
    {
      class: "toast undo",
      onpointerenter: pause,
      onpointerleave: start,
      onfocusin: pause,
      onfocusout: start,
    },
    h("span", null, text),
    h("button", { type: "button", "aria-keyshortcuts": "Control+Z", onclick: takeBack }, "Undo"),
  );
  const action = { finish, takeBack };
  let timer;
  waiting.add(action);
  region().append(bar);
  start();
  return takeBack;

  function start() {
    pause();
    if (waiting.has(action)) {
      timer = setTimeout(finish, WAIT_MILLIS);
    }
  }

  function pause() {
    clearTimeout(timer);
  }

  function end() {
    waiting.delete(action);
    pause();
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
  waiting.forEach((action) => action.finish());
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
