// Forms: what is wrong stands at its field, and what was typed survives a reload.

import { content, fill, h } from "/shared/dom.js";

const DRAFT = "plaza.demo.draft.";

/**
 * A control with its label, and room for what is wrong with it.
 *
 * @param {unknown} label
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} control its name, or `data-field`, is that of the field in the API
 * @param {unknown} [hint]
 */
export function labelled(label, control, hint) {
  const problem = h("p", { class: "problem-text", id: `${control.id}-problem`, hidden: true });
  control.setAttribute("aria-describedby", problem.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, hint, problem);
}

/**
 * Does what a control stands for, unless it is being done already.
 *
 * @param {Element} control
 * @param {() => Promise<unknown>} work
 */
export async function whileBusy(control, work) {
  if (control.hasAttribute("aria-busy")) {
    return;
  }
  control.setAttribute("aria-busy", "true");
  try {
    await work();
  } finally {
    control.removeAttribute("aria-busy");
  }
}

/**
 * Returns a listener of a form that sends it, once at a time, and shows what is wrong in it.
 *
 * @param {() => Promise<unknown>} send
 */
export function submitting(send) {
  return async (event) => {
    event.preventDefault();
    await sendForm(event.currentTarget, send);
  };
}

/**
 * Sends a form, once at a time, and shows what is wrong in it.
 *
 * @param {HTMLFormElement} form
 * @param {() => Promise<unknown>} send
 */
export function sendForm(form, send) {
  return whileBusy(form, async () => {
    clearProblem(form);
    try {
      await send();
    } catch (error) {
      showProblem(form, error);
    }
  });
}

/** Room for what is wrong with a form as a whole. */
export function formProblem() {
  return h("p", { class: "problem-text", role: "alert", "data-form-problem": true, hidden: true });
}

/**
 * Shows a problem of the API in a form: each error at the control of its field, the rest where the
 * form has room. The first wrong control gets the focus.
 *
 * @param {HTMLFormElement} form
 * @param {any} error
 */
export function showProblem(form, error) {
  clearProblem(form);
  const errors = error.problem?.errors ?? [];
  const rest = [];
  for (const { field, detail } of errors) {
    const name = CSS.escape(field);
    const control = form.querySelector(`[name="${name}"], [data-field="${name}"]`);
    const place = control instanceof Element && form.querySelector(`[id="${control.id}-problem"]`);
    if (control instanceof Element && place instanceof HTMLElement) {
      place.hidden = false;
      fill(place, atField(detail));
      control.setAttribute("aria-invalid", "true");
      control.addEventListener("input", () => clear(control, place), { once: true });
      const closed = control.closest("details");
      if (closed) {
        closed.open = true;
      }
    } else {
      rest.push(detail);
    }
  }
  if (errors.length === 0) {
    rest.push(error.message);
  }
  const whole = form.querySelector("[data-form-problem]");
  if (whole instanceof HTMLElement && rest.length > 0) {
    whole.hidden = false;
    fill(whole, rest.join(" "));
  }
  const first = form.querySelector("[aria-invalid=true]");
  if (first instanceof HTMLElement) {
    first.focus();
  }
}

/** Removes what `showProblem` showed. @param {HTMLFormElement} form */
export function clearProblem(form) {
  for (const place of form.querySelectorAll(".problem-text")) {
    fill(/** @type {HTMLElement} */ (place)).hidden = true;
  }
  for (const control of form.querySelectorAll("[aria-invalid]")) {
    control.removeAttribute("aria-invalid");
  }
}

/** Room for what `showConflict` shows. */
export function conflictPlace() {
  return h("div", { class: "problem-text stack tight", role: "alert", "data-conflict": true, hidden: true });
}

/**
 * Shows that what a form edits was changed in another window. What was typed stays, and the person
 * chooses which version counts.
 *
 * @param {HTMLElement} place
 * @param {string} text what was changed
 * @param {string[]} differences what the other version has instead of this one
 * @param {{take: () => void, replace: () => void}} choices
 */
export function showConflict(place, text, differences, { take, replace }) {
  place.hidden = false;
  fill(
    place,
    h("p", null, `${text} What you see here is not saved yet.`),
    differences.length > 0 && [
      h("p", null, "The other version has:"),
      h("ul", null, differences.map((each) => h("li", null, content(each, null)))),
    ],
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: take }, "Keep the other version"),
      h("button", { type: "button", onclick: replace }, "Replace it with mine"),
    ),
  );
  place.scrollIntoView({ block: "nearest" });
}

/** Removes what is wrong with a control, because it changes. */
function clear(control, place) {
  fill(place).hidden = true;
  control.removeAttribute("aria-invalid");
}

/**
 * Receives the files that are dropped on an element.
 *
 * @param {HTMLElement} target has the class `dropping` while files are over it
 * @param {(files: File[]) => void} receive is called with at least one file
 * @param {AbortSignal} [signal]
 */
export function receiveFiles(target, receive, signal) {
  const listen = (name, work) => target.addEventListener(name, work, { signal });
  listen("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      target.classList.add("dropping");
    }
  });
  listen("dragleave", () => target.classList.remove("dropping"));
  listen("drop", (event) => {
    target.classList.remove("dropping");
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) {
      event.preventDefault();
      receive(files);
    }
  });
}

/** A sentence about a field, without the name of the field: its label stands above it. */
function atField(detail) {
  const rest = detail.replace(/^The field `[^`]*` /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/**
 * Keeps what is typed into a control until `forgetDraft`, also when the page is left or loaded again.
 *
 * @param {string} name the same for the same form of the same person
 * @param {HTMLInputElement | HTMLTextAreaElement} control
 */
export function keepDraft(name, control) {
  control.value = sessionStorage.getItem(DRAFT + name) ?? control.value;
  control.addEventListener("input", () => sessionStorage.setItem(DRAFT + name, control.value));
}

/** Whether there is a draft. @param {string} name */
export function hasDraft(name) {
  return sessionStorage.getItem(DRAFT + name) !== null;
}

/** Keeps the entity tag of the version that a draft changes. @param {string} name @param {string} tag */
export function keepTag(name, tag) {
  sessionStorage.setItem(`${DRAFT}${name}.tag`, tag);
}

/** Returns the entity tag of the version that a draft changes, or null. @param {string} name */
export function keptTag(name) {
  return sessionStorage.getItem(`${DRAFT}${name}.tag`);
}

/** Forgets a draft and its entity tag. @param {string} name */
export function forgetDraft(name) {
  sessionStorage.removeItem(DRAFT + name);
  sessionStorage.removeItem(`${DRAFT}${name}.tag`);
}
