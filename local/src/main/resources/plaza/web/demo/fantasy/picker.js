// The footballers that a team can have: a search, and a button for each.

import { content, fill, h } from "/shared/dom.js";
import { finds } from "../search.js";
import { allFootballers, facts, money, POSITIONS, shortName } from "./footballers.js";
import { placesLeft, rules, squadOf } from "./squad.js";

/** @import { Player } from "./footballers.js" */
/** @import { Team } from "./squad.js" */

const SHOWN_MAX = 30;

/** The orders of the list. @type {Record<string, {text: string, compare: (one: Player, other: Player) => number}>} */
const ORDERS = {
  points: { text: "Most points", compare: (one, other) => other.totalPoints - one.totalPoints },
  price: { text: "Highest price", compare: (one, other) => other.price - one.price },
  cheap: { text: "Lowest price", compare: (one, other) => one.price - other.price },
  name: { text: "Name", compare: (one, other) => one.name.localeCompare(other.name) },
};

/**
 * @param {{team: Team, selected: () => string | undefined, bank: () => number}} state
 * @param {{add: (id: string) => void, remove: (id: string) => void, replace: (id: string) => void}} actions
 */
export function picker({ team, selected, bank }, actions) {
  const search = h("input", { id: "footballers", type: "search", placeholder: "Name or club", oninput: show });
  const position = h(
    "select",
    { id: "position", onchange: show },
    h("option", { value: "" }, "All positions"),
    POSITIONS.map((each) => h("option", { value: each }, `${each}s`)),
  );
  const order = h(
    "select",
    { id: "order", onchange: show },
    Object.entries(ORDERS).map(([value, { text }]) => h("option", { value }, text)),
  );
  const found = h("p", { class: "muted small", role: "status" });
  const list = h("ul", { class: "footballers", "aria-label": "Footballers" });
  const field = (label, control) => h("div", { class: "field" }, h("label", { for: control.id }, label), control);
  const element = h(
    "div",
    { class: "card stack tight" },
    h("h2", null, "Footballers"),
    field("Search", search),
    h("div", { class: "pair" }, field("Position", position), field("Order", order)),
    found,
    list,
  );
  return { element, search, show, filter, choose };

  /** Selects a position for the next `show`. */
  function filter(wanted) {
    position.value = wanted;
    search.value = "";
  }

  /** Shows the footballers of a position, for a search among them. */
  function choose(wanted) {
    filter(wanted);
    show();
    search.focus();
  }

  function show() {
    const all = allFootballers()
      .filter((each) => position.value === "" || each.position === position.value)
      .filter((each) => finds(search.value, `${each.name} ${each.club}`))
      .sort(
        (one, other) => ORDERS[order.value].compare(one, other) || ORDERS.name.compare(one, other),
      );
    fill(found, all.length > SHOWN_MAX ? `${all.length} footballers, the first ${SHOWN_MAX} shown` : `${all.length} footballers`);
    fill(list, all.slice(0, SHOWN_MAX).map(row));
  }

  /** @param {Player} footballer */
  function row(footballer) {
    const id = footballer.footballerId;
    const isChosen = squadOf(team).includes(id);
    return h(
      "li",
      { class: isChosen ? "chosen" : null },
      h("span", { class: `club-dot hue-${footballer.colour}`, "aria-hidden": "true" }),
      h(
        "span",
        { class: "grow" },
        h("b", null, content(footballer.name, null)),
        h(
          "span",
          { class: "muted small" },
          content(footballer.club, null),
          ` · ${footballer.position} · ${footballer.totalPoints} pts`,
        ),
        !isChosen && warning(footballer),
      ),
      h("span", { class: "number" }, money(footballer.price)),
      button(footballer, isChosen),
    );
  }

  /** @param {Player} footballer */
  function warning(footballer) {
    const out = replaced(footballer);
    const ofClub = squadOf(team).filter((each) => each !== out && facts(each).club === footballer.club);
    const left = bank() + (out ? facts(out).price : 0) - footballer.price;
    return [
      ofClub.length >= rules().clubMax && h("span", { class: "badge warning" }, `${ofClub.length} of this club`),
      left < 0 && h("span", { class: "badge warning" }, `${money(-left)} too dear`),
    ];
  }

  /** The selected footballer of the team, if this one can take their place. */
  function replaced(footballer) {
    const out = selected();
    return out !== undefined && facts(out).position === footballer.position ? out : undefined;
  }

  /** @param {Player} footballer */
  function button(footballer, isChosen) {
    const id = footballer.footballerId;
    const act = (text, action, title) =>
      h(
        "button",
        {
          type: "button",
          "data-key": `row-${id}`,
          "aria-label": `${title} ${footballer.name}`,
          onclick: () => action(id),
        },
        text,
      );
    if (isChosen) {
      return act("Remove", actions.remove, "Remove");
    }
    const out = replaced(footballer);
    if (out !== undefined) {
      return act("Replace", actions.replace, `Replace ${shortName(facts(out).name)} with`);
    }
    return placesLeft(team, footballer.position) > 0
      ? act("Add", actions.add, "Add")
      : h("span", { class: "muted small" }, "no place");
  }
}
