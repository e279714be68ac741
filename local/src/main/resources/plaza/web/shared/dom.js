// Builds elements. Text always becomes text nodes, never HTML.

const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "open", "indeterminate"]);

/**
 * Creates an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag a tag name
 * @param {Record<string, any> | null} props attributes by name; a function is an event listener (`onclick`), `true` an attribute
 *   without value; `null`, `undefined` and `false` leave the attribute out
 * @param {...unknown} children nodes, texts, numbers, or arrays of them; `null`, `undefined` and `false` are
 *   left out
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (typeof value === "function") {
      element.addEventListener(name.replace(/^on/, ""), value);
    } else if (PROPERTIES.has(name)) {
      element[name] = value ?? "";
    } else if (value !== null && value !== undefined && value !== false) {
      const text = value === true ? "" : String(value);
      element.setAttribute(name, name === "href" || name === "src" ? safeUrl(text) : text);
    }
  }
  element.append(...nodes(children));
  return element;
}

/** Replaces the content of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** Returns a URL unless it has another scheme than http, https or mailto; otherwise `#`. */
export function safeUrl(text) {
  try {
    const url = new URL(text, location.href);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? text : "#";
  } catch {
    return "#";
  }
}

/**
 * Creates a text that a user wrote, isolated from the direction of the text around it.
 *
 * @param {string} text
 * @param {Record<string, any> | null} props
 */
export function content(text, props) {
  return h("bdi", { class: "content", ...props }, text);
}

let toastTimer;

/** Shows a short message, which screen readers announce. */
export function toast(message) {
  let status = document.querySelector("body > [role=status].toast-region");
  if (!status) {
    status = h("div", { role: "status", class: "toast-region" });
    document.body.append(status);
  }
  fill(status, h("div", { class: "toast" }, message));
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => fill(status), 3000);
}

/** The state of a view without content: what to do next, and a control that does it. */
export function emptyState(title, text, action) {
  return h("div", { class: "state" }, h("h2", null, title), h("p", { class: "muted" }, text), action);
}

export function loadingState(text = "Loading") {
  return h("p", { class: "muted loading", role: "status" }, text);
}

/** The state of a view that could not be loaded. */
export function errorState(error, retry) {
  return h(
    "div",
    { class: "state error", role: "alert" },
    h("p", null, error?.message ?? String(error)),
    retry && h("button", { type: "button", onclick: retry }, "Try again"),
  );
}

/**
 * Creates a button that copies a text.
 *
 * @param text the text, or a function that returns it
 * @param label what is copied, for example "key"
 * @param name what the button says
 */
export function copyButton(text, label, name = "Copy") {
  return h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-label": `Copy ${label}`,
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
          toast(`Copied ${label}.`);
        } catch {
          toast("The browser does not allow copying.");
        }
      },
    },
    name,
  );
}
