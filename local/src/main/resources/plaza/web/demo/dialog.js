// A dialog that asks for something.

import { h } from "/shared/dom.js";
import { formProblem, submitting } from "./forms.js";

/**
 * Asks for something over the page. What goes wrong stands in the dialog, which Escape closes. The
 * dialog itself has the focus first, so that Enter does not confirm what was not read. Returns the
 * button that sends it.
 *
 * @template Result
 * @param {string} title
 * @param {string} action the text of the button that sends it
 * @param {HTMLElement[]} body
 * @param {() => Promise<Result>} send
 * @param {(result: Result) => void} sent continues when the dialog is closed
 * @param {string} look that of the button: most of what is asked for takes something away
 */
export function ask(title, action, body, send, sent, look = "primary danger") {
  const button = h("button", { class: look }, action);
  const dialog = h(
    "dialog",
    { "aria-labelledby": "ask-title", tabindex: "-1", onclose: () => dialog.remove() },
    h(
      "form",
      { class: "stack", novalidate: true, onsubmit: submitting(submit) },
      h("h2", { id: "ask-title" }, title),
      body,
      formProblem(),
      h(
        "div",
        { class: "row" },
        button,
        h("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  dialog.focus();
  return button;

  async function submit() {
    const result = await send();
    if (dialog.open) {
      dialog.close();
    }
    sent(result);
  }
}
