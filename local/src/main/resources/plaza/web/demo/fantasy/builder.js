// The team builder: a team sheet that is being chosen on the pitch.
//
// The API checks each whole team and computes what its transfers cost: a PUT that expects an
// impossible cost writes nothing, and its problem names the cost or every rule that the team breaks.

import { content, fill, h, toast } from "/shared/dom.js";
import { facts, money, POSITIONS, shortName } from "./footballers.js";
import { conflictPlace, forgetDraft, keepTag, keptTag, showConflict } from "../forms.js";
import { picker } from "./picker.js";
import { pitch, plural, shirt } from "./pitch.js";
import { call, callWithTag, signedIn } from "../session.js";
import * as squad from "./squad.js";

/** @import { Schemas } from "plaza-demo" */

const SHEET = "/gamers/{gamerId}/team-sheets/{gameweek}";
const CHECK_PAUSE_MILLIS = 400;
const IMPOSSIBLE_COST = -1;
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 412;
const CHIPS = {
  benchBoost: "Bench boost",
  tripleCaptain: "Triple captain",
  wildcard: "Wildcard",
  freeHit: "Free hit",
};

/** @param {squad.Chip} chip */
export function chipName(chip) {
  return CHIPS[chip];
}

/**
 * What the API says of the team with a key: the cost of its transfers, or the rules that it breaks
 * and the places at which they are shown.
 *
 * @typedef {{key: string, cost?: number, errors: {detail: string, places: string[]}[]}} Verdict
 */

/** @returns {Verdict} */
function unknown() {
  return { key: "", errors: [] };
}

/**
 * Shows the builder.
 *
 * @param {{board: HTMLElement, side: HTMLElement}} places where the team and the footballers appear
 * @param {{path: {gamerId: string, gameweek: string}, sheet: Schemas["TeamSheet"] | null, tag: string, last: Schemas["TeamSheet"] | null}} start
 *   the stored sheet with its entity tag, or the last one before it
 * @param {{saved: (sheet: Schemas["TeamSheet"], tag: string) => void, leave: () => void}} ends
 * @param {AbortSignal} signal
 */
export function builder({ board, side }, { path, sheet, tag, last }, ends, signal) {
  const name = `sheet.${signedIn().userId}.${path.gameweek}`;
  const team = squad.noTeam();
  /** The version that a save replaces: of a draft, the one that it began with. */
  let version = tag;
  let isKept = restore();
  /** The footballer on the pitch who is selected. @type {string | undefined} */
  let selected;
  let isSaving = false;
  /** What the API says of a team. */
  let verdict = unknown();
  let timer;
  const summary = h("div", { class: "stack tight", role: "status" });
  const field = h("div", { class: "stack" });
  const panel = h("div", { class: "stack builder-panel" });
  const foot = h("div", { class: "stack tight" });
  const conflict = conflictPlace();
  const footballers = picker(
    { team, selected: () => selected, bank },
    {
      add: (id) => {
        change(() => squad.add(team, id));
        if (squad.placesLeft(team, facts(id).position) === 0) {
          backToPitch();
        }
      },
      remove: (id) => change(() => squad.remove(team, id)),
      replace: (id) => {
        const out = selected ?? "";
        selected = id;
        change(() => squad.replace(team, out, id));
        backToPitch();
      },
    },
  );
  fill(board, summary, field, panel, foot);
  fill(side, footballers.element);
  signal.addEventListener("abort", () => clearTimeout(timer));
  show();

  /** Takes what was chosen before, or else the stored sheet, or the last one. */
  function restore() {
    const draft = sessionStorage.getItem(`plaza.demo.draft.${name}`);
    const base = sheet ?? last;
    const stored = base ? squad.teamOf(base) : squad.noTeam();
    if (!sheet) {
      delete stored.chip;
    }
    Object.assign(team, { captain: undefined, viceCaptain: undefined, chip: undefined }, draft ? JSON.parse(draft) : stored);
    version = draft === null ? tag : (keptTag(name) ?? tag);
    return draft !== null;
  }

  /** Changes the team, keeps it, and shows it. */
  function change(work) {
    work();
    sessionStorage.setItem(`plaza.demo.draft.${name}`, JSON.stringify(team));
    keepTag(name, version);
    isKept = true;
    show();
  }

  /** On a phone the footballers stand below the pitch, so that what was chosen is out of view. */
  function backToPitch() {
    if (matchMedia("(max-width: 860px)").matches) {
      field.scrollIntoView({ block: "nearest" });
    }
  }

  function discard() {
    forgetDraft(name);
    conflict.hidden = true;
    isKept = restore();
    selected = undefined;
    show();
  }

  /** The money that is left, at the prices of today. */
  function bank() {
    const base = sheet ?? last;
    const before = base ? squad.squadOf(squad.teamOf(base)) : [];
    const now = squad.squadOf(team);
    const worth = (ids) => ids.reduce((sum, each) => sum + facts(each).price, 0);
    return (
      (base?.bank ?? squad.rules().budget) +
      worth(before.filter((each) => !now.includes(each))) -
      worth(now.filter((each) => !before.includes(each)))
    );
  }

  /** What the rules depend on. */
  function key() {
    const { starters, subs, captain, viceCaptain, chip } = team;
    return JSON.stringify([[...starters].sort(), subs, captain, viceCaptain, chip]);
  }

  /** Whether the team is the stored one, perhaps with other leaders, so that its cost is known. */
  function isStored() {
    const parts = (each) => JSON.stringify([[...each.starters].sort(), each.subs, each.chip ?? null]);
    return (
      sheet !== null &&
      parts(team) === parts(squad.teamOf(sheet)) &&
      [team.captain, team.viceCaptain].every((each) => each && team.starters.includes(each))
    );
  }

  function show() {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focused = active?.dataset.key;
    const isWhole = squad.isComplete(team);
    const isChecked = isWhole && verdict.key === key();
    if (!isWhole || !isChecked) {
      verdict = unknown();
    }
    if (isWhole && !isChecked) {
      if (isStored()) {
        verdict.cost = sheet?.transferCost;
      } else {
        clearTimeout(timer);
        timer = setTimeout(check, CHECK_PAUSE_MILLIS);
      }
    }
    showSummary();
    fill(field, pitch(team.starters, team.subs, player, freePlaces));
    showPanel();
    showFoot();
    footballers.show();
    if (focused && !active?.isConnected) {
      const next =
        document.querySelector(`[data-key="${CSS.escape(focused)}"]`) ??
        field.querySelector("[data-key^=place]") ??
        panel.querySelector("h2") ??
        foot.querySelector("button");
      /** @type {HTMLElement | null} */ (next)?.focus();
    }
  }

  function showSummary() {
    const left = bank();
    const chosen = squad.squadOf(team).length;
    fill(
      summary,
      h(
        "div",
        { class: "row", id: "budget" },
        h(
          "span",
          { class: left < 0 ? "badge bad" : "badge good", title: "At the prices of today. A footballer whose price rose is sold for less." },
          `Budget left: ${money(left)}`,
        ),
        h("span", { class: "badge" }, `${chosen} of ${squad.squadSize()} chosen`),
        verdict.cost !== undefined && h("span", { class: verdict.cost > 0 ? "badge warning" : "badge" }, costText()),
      ),
      problems("budget"),
      problems("team"),
    );
  }

  function costText() {
    return verdict.cost ? `Transfers cost ${plural(verdict.cost, "point", "points")}` : "Transfers cost nothing";
  }

  /** @param {string} place */
  function problems(place) {
    return verdict.errors
      .filter((each) => each.places.includes(place))
      .map((each) => h("p", { class: "problem-text" }, content(each.detail, null)));
  }

  /** @param {string} id */
  function player(id) {
    const footballer = facts(id);
    const wrong = verdict.errors.filter((each) => each.places.includes(id));
    const mark = id === team.captain ? "C" : id === team.viceCaptain ? "V" : "";
    const role = id === team.captain ? ", captain" : id === team.viceCaptain ? ", vice-captain" : "";
    return h(
      "button",
      {
        type: "button",
        class: `player pick${wrong.length > 0 ? " wrong" : ""}`,
        "data-key": id,
        "aria-pressed": String(id === selected),
        "aria-label": `${footballer.name}${role}${wrong.length > 0 ? `: ${wrong.map((each) => each.detail).join(" ")}` : ""}`,
        onclick: () => {
          selected = id === selected ? undefined : id;
          footballers.filter(selected === undefined ? "" : footballer.position);
          show();
        },
      },
      shirt(footballer, mark),
      h("span", { class: "player-name" }, content(shortName(footballer.name), null)),
      h("span", { class: "player-points" }, money(footballer.price)),
      wrong.length > 0 && h("span", { class: "player-wrong", "aria-hidden": "true" }, "!"),
    );
  }

  /** @param {string} position */
  function freePlaces(position) {
    return Array.from({ length: squad.placesLeft(team, position) }, (_, number) =>
      h(
        "button",
        {
          type: "button",
          class: "player place",
          "data-key": `place-${position}-${number}`,
          "aria-label": `Choose a ${position}`,
          onclick: () => {
            selected = undefined;
            show();
            footballers.choose(position);
          },
        },
        h("span", { class: "plus", "aria-hidden": "true" }, "+"),
        h("span", { class: "player-name" }, position),
      ),
    );
  }

  function showPanel() {
    if (selected === undefined || !squad.squadOf(team).includes(selected)) {
      selected = undefined;
      fill(panel);
      return;
    }
    const id = selected;
    const footballer = facts(id);
    const isStarting = team.starters.includes(id);
    const row = team.subs.indexOf(id);
    fill(
      panel,
      h(
        "section",
        { class: "card stack tight", "aria-label": "Selected footballer" },
        h(
          "div",
          { class: "row spread" },
          h("h2", { tabindex: "-1" }, content(footballer.name, null)),
          h("button", { type: "button", class: "quiet small", onclick: close }, "Close"),
        ),
        h(
          "p",
          { class: "muted small" },
          content(footballer.club, null),
          ` · ${footballer.position} · ${money(footballer.price)} · ${plural(footballer.totalPoints, "point", "points")}`,
        ),
        problems(id),
        h(
          "div",
          { class: "row" },
          isStarting && act("Captain", () => lead("captain", id), id === team.captain),
          isStarting && act("Vice-captain", () => lead("viceCaptain", id), id === team.viceCaptain),
          row > 0 && act("Earlier on the bench", () => squad.swap(team, id, team.subs[row - 1])),
          row >= 0 && row < team.subs.length - 1 && act("Later on the bench", () => squad.swap(team, id, team.subs[row + 1])),
          act("Remove", () => squad.remove(team, id)),
          act("Replace", () => footballers.choose(footballer.position)),
        ),
        exchange(id, isStarting),
      ),
    );
  }

  function close() {
    const id = selected ?? "";
    selected = undefined;
    footballers.filter("");
    show();
    /** @type {HTMLElement | null} */ (field.querySelector(`[data-key="${CSS.escape(id)}"]`))?.focus();
  }

  /** Captain and vice-captain exchange their roles if one is chosen for the other. */
  function lead(role, id) {
    const other = role === "captain" ? "viceCaptain" : "captain";
    if (team[other] === id) {
      team[other] = team[role];
    }
    team[role] = id;
  }

  function act(text, work, isOn) {
    return h(
      "button",
      {
        type: "button",
        "data-key": `act-${text}`,
        "aria-pressed": isOn === undefined ? null : String(isOn),
        onclick: () => change(work),
      },
      text,
    );
  }

  /** @param {string} id */
  function exchange(id, isStarting) {
    const others = squad.isComplete(team) ? squad.partners(team, id) : [];
    return (
      others.length > 0 &&
      h(
        "div",
        { class: "row", role: "group", "aria-label": isStarting ? "Put on the bench" : "Put into the eleven" },
        h("span", { class: "label" }, isStarting ? "Bench for" : "Start for"),
        others.map((other) =>
          h(
            "button",
            { type: "button", "data-key": `swap-${other}`, onclick: () => change(() => squad.swap(team, id, other)) },
            content(shortName(facts(other).name), null),
          ),
        ),
      )
    );
  }

  function showFoot() {
    const chip = h(
      "select",
      {
        id: "chip",
        "data-key": "chip",
        onchange: () => change(() => (team.chip = /** @type {any} */ (chip.value || undefined))),
      },
      h("option", { value: "" }, "No chip"),
      Object.entries(CHIPS).map(([value, text]) => h("option", { value, selected: value === team.chip }, text)),
    );
    const isWhole = squad.isComplete(team);
    fill(
      foot,
      h("div", { class: "field" }, h("label", { for: "chip" }, "Chip"), chip, problems("chip")),
      h("p", { class: "problem-text", role: "alert", id: "save-problem" }),
      conflict,
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", "data-key": "save", "aria-disabled": String(!isWhole), onclick: () => save() },
          "Save the team",
        ),
        isKept && h("button", { type: "button", "data-key": "discard", onclick: discard }, "Discard changes"),
        h("button", { type: "button", class: "quiet", "data-key": "leave", onclick: ends.leave }, "Back to the week"),
      ),
      !isWhole && h("p", { class: "hint" }, missing()),
    );
  }

  function missing() {
    const parts = POSITIONS.filter((position) => squad.placesLeft(team, position) > 0).map((position) =>
      plural(squad.placesLeft(team, position), position, `${position}s`),
    );
    return parts.length > 0 ? `Still to choose: ${parts.join(", ")}.` : "The eleven is no legal formation.";
  }

  /** Asks the API for the cost and for every broken rule. Nothing is written. */
  async function check() {
    const asked = key();
    try {
      await call("put", SHEET, { path, json: { ...squad.bodyOf(team), transferCost: IMPOSSIBLE_COST }, signal });
      judge(asked, undefined);
    } catch (error) {
      if (!signal.aborted) {
        judge(asked, error);
      }
    }
  }

  /** Shows what a response says of the team. */
  function judge(asked, error) {
    if (asked !== key()) {
      return;
    }
    const problem = error?.problem ?? {};
    const isPriced = error === undefined || problem.transferCost !== undefined;
    verdict = {
      key: asked,
      cost: error === undefined ? sheet?.transferCost : problem.transferCost,
      errors: isPriced ? [] : errors(error),
    };
    show();
  }

  /** The errors of a response with the places at which they are shown. */
  function errors(error) {
    const found = error.problem?.errors ?? [];
    const body = squad.bodyOf(team);
    return found.length === 0
      ? [{ detail: error.message, places: ["team"] }]
      : found.map(({ field: where, code, detail }) => ({ detail, places: placesOf(where, code, detail, body) }));
  }

  /** @param {Schemas["PutTeamSheetBody"]} body */
  function placesOf(where, code, detail, body) {
    const [, list, number] = /^(players|subs)\[(\d+)\]$/.exec(where) ?? [];
    if (list) {
      return [body[list][Number(number)]];
    }
    if (["goalKeeper", "captain", "viceCaptain"].includes(where)) {
      return [body[where]];
    }
    if (code === "overBudget") {
      return ["budget"];
    }
    if (code === "clubLimit") {
      const ofClub = (id) => detail.includes(` of ${facts(id).club}. `);
      return ["team", ...squad.squadOf(team).filter(ofClub)];
    }
    return [where === "chip" ? "chip" : "team"];
  }

  async function save() {
    const problem = /** @type {HTMLElement} */ (document.getElementById("save-problem"));
    if (!squad.isComplete(team)) {
      fill(problem, missing());
      return;
    }
    if (isSaving) {
      return;
    }
    clearTimeout(timer);
    isSaving = true;
    conflict.hidden = true;
    try {
      const saved = await put();
      if (saved) {
        forgetDraft(name);
        toast("The team is saved.");
        ends.saved(saved.value, saved.tag);
      }
    } catch (error) {
      if (error.problem?.errors) {
        judge(key(), error);
      }
      const cost = error.problem?.transferCost;
      fill(
        /** @type {HTMLElement} */ (document.getElementById("save-problem")),
        cost === undefined ? rest(error) : `${costText()}. Save again to agree.`,
      );
    } finally {
      isSaving = false;
    }
  }

  /** What is not shown elsewhere: a problem with errors stands at its footballers. */
  function rest(error) {
    return error.problem?.errors ? "The team is not saved. What is wrong is marked above." : error.message;
  }

  /** Puts the team, or returns null if another window changed it and the person has to choose. */
  async function put() {
    const json = { ...squad.bodyOf(team), transferCost: verdict.cost ?? null };
    try {
      if (version !== "") {
        return await callWithTag("put", SHEET, { path, headers: { "if-match": version }, json });
      }
      // no sheet was stored when this one was begun
      const other = await stored();
      return other ? choose(other) : await callWithTag("put", SHEET, { path, json });
    } catch (error) {
      const other = error.status === PRECONDITION_FAILED && (await stored());
      if (!other) {
        throw error;
      }
      return choose(other);
    }
  }

  /** Returns the stored sheet with its entity tag, or null. */
  function stored() {
    return callWithTag("get", SHEET, { path }).catch((error) => {
      if (error.status === NOT_FOUND) {
        return null;
      }
      throw error;
    });
  }

  /** Lets the person choose between the stored sheet and theirs. */
  function choose(other) {
    sheet = other.value;
    tag = other.tag;
    showConflict(conflict, "This team was changed in another window.", differences(other.value), {
      take: discard,
      replace: () => {
        version = tag;
        save();
      },
    });
    return null;
  }

  /** What a sheet has instead of the team. @param {Schemas["TeamSheet"]} other */
  function differences(other) {
    const theirs = squad.teamOf(other);
    const mine = squad.squadOf(team);
    const names = (ids) => ids.map((id) => facts(id).name).join(", ");
    const others = squad.squadOf(theirs).filter((id) => !mine.includes(id));
    const benched = theirs.subs.filter((id) => mine.includes(id) && !team.subs.includes(id));
    return [
      others.length > 0 && `${names(others)} in the squad`,
      benched.length > 0 && `${names(benched)} on the bench`,
      theirs.captain && theirs.captain !== team.captain && `${names([theirs.captain])} as captain`,
      theirs.viceCaptain && theirs.viceCaptain !== team.viceCaptain && `${names([theirs.viceCaptain])} as vice-captain`,
      theirs.chip !== team.chip && (theirs.chip ? `the chip ${CHIPS[theirs.chip]}` : "no chip"),
    ].filter((each) => typeof each === "string");
  }
}
