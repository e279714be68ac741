// A button that opens a menu.

import { h } from "/shared/dom.js";
import { whileBusy } from "./forms.js";
import { iconAlone } from "./icons.js";

/** What a menu offers. @typedef {{text: string, choose: () => void, isDestructive?: boolean}} Choice */

/**
 * A button “More” that opens a menu. With the keyboard, Enter, Space and the down arrow open it, the
 * arrows, Home and End move in it, and Escape closes it and returns the focus to the button.
 *
 * @param {string} about whose choices they are, for screen readers
 * @param {() => Promise<Choice[]>} choices returns what the menu offers now
 */
export function menuButton(about, choices) {
  const button = h(
    "button",
    {
      type: "button",
      class: "action",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": `More: ${about}`,
      onclick: toggle,
      onkeydown: (event) => event.key === "ArrowDown" && open(event),
    },
    iconAlone("more", "More"),
  );
  const place = h("div", { class: "menu", onfocusout: left }, button);
  /** @type {HTMLElement | undefined} */
  let menu;
  return place;

  function toggle(event) {
    if (menu) {
      close();
    } else {
      open(event);
    }
  }

  function open(event) {
    event.preventDefault();
    if (!menu) {
      whileBusy(button, async () => show(await choices()));
    }
  }

  /** @param {Choice[]} offered */
  function show(offered) {
    if (!button.isConnected) {
      return; // the person has gone on
    }
    menu = h("div", { role: "menu", "aria-label": about, onkeydown: move }, offered.map(item));
    place.append(menu);
    button.setAttribute("aria-expanded", "true");
    addEventListener("pointerdown", pressed);
    items()[0].focus();
    menu.scrollIntoView({ block: "nearest" });
  }

  /** A destructive choice stands behind a separator. @param {Choice} choice */
  function item({ text, choose, isDestructive }) {
    const chosen = () => {
      close();
      choose();
    };
    const props = { type: "button", role: "menuitem", tabindex: "-1", onclick: chosen };
    return isDestructive
      ? [h("hr", null), h("button", { ...props, class: "danger" }, text)]
      : h("button", props, text);
  }

  /** @returns {HTMLElement[]} */
  function items() {
    return [...(menu?.querySelectorAll("button") ?? [])];
  }

  function move(event) {
    const all = items();
    const at = all.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all.at(to % all.length)?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      close(); // from the button, Tab moves on
    }
  }

  function left(event) {
    if (event.relatedTarget instanceof Node && !place.contains(event.relatedTarget)) {
      remove();
    }
  }

  function pressed(event) {
    if (!place.contains(event.target)) {
      remove();
    }
  }

  function close() {
    button.focus();
    remove();
  }

  function remove() {
    menu?.remove();
    menu = undefined;
    button.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", pressed);
  }
}
