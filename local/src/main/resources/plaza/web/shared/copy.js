import { h, toast } from "./dom.js";

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
