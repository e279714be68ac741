// A team sheet on the pitch, with the points of its footballers.

import { content, h } from "/shared/dom.js";
import { facts, POSITIONS, shortName } from "./footballers.js";
import { rules } from "./squad.js";

/** @import { Schemas } from "plaza-demo" */

/**
 * The eleven on the pitch by position, and the bench.
 *
 * @param {string[]} starters
 * @param {string[]} subs
 * @param {(footballerId: string) => HTMLElement} player
 * @param {(position: string) => HTMLElement[]} [places] the free places of a position
 */
export function pitch(starters, subs, player, places = () => []) {
  const item = (element) => h("li", null, element);
  return [
    h(
      "div",
      { class: "pitch", role: "group", "aria-label": "Pitch" },
      POSITIONS.map((position) =>
        h(
          "ul",
          { class: "line", "aria-label": position },
          starters.filter((each) => facts(each).position === position).map(player).map(item),
          places(position).map(item),
        ),
      ),
    ),
    h(
      "div",
      { class: "bench", role: "group", "aria-label": "Bench" },
      subs.length === 0 && h("p", { class: "muted small" }, "The bench is empty."),
      subs.length > 0 && h("ul", { class: "line" }, subs.map(player).map(item)),
    ),
  ];
}

/**
 * A team sheet with its points: the settled ones, or what its footballers have so far.
 *
 * @param {Schemas["TeamSheet"]} sheet
 * @param {Schemas["Gameweek"]} week
 */
export function sheetPitch(sheet, week) {
  const isRunning = week.status === "closed";
  return pitch([sheet.goalKeeper, ...sheet.players], sheet.subs, (footballerId) => {
    const score = sheet.score?.players.find((each) => each.footballerId === footballerId);
    const footballer = facts(footballerId);
    const mark = footballerId === sheet.captain ? "C" : footballerId === sheet.viceCaptain ? "V" : "";
    const out = sheet.score?.substitutions.some((each) => each.out === footballerId);
    const came = sheet.score?.substitutions.some((each) => each.in === footballerId);
    const club = footballer.club.split(" ")[0];
    const points = score
      ? score.points * Math.max(1, score.multiplier)
      : isRunning
        ? footballer.gameweekPoints[week.gameweek]
        : undefined;
    return h(
      "div",
      { class: `player${score?.multiplier === 0 ? " idle" : ""}` },
      shirt(
        footballer,
        mark,
        (out || came) &&
          h(
            "span",
            { class: out ? "swap down" : "swap up", title: out ? "substituted" : "came on" },
            out ? "▼" : "▲",
          ),
      ),
      h("div", { class: "player-name" }, content(shortName(footballer.name), null)),
      h("div", { class: "player-points" }, points === undefined ? club : plural(points, "pt", "pts")),
    );
  });
}

/**
 * The shirt of a footballer.
 *
 * @param {import("./footballers.js").Player} footballer
 * @param {string} mark "C", "V" or nothing
 * @param {unknown} [more]
 */
export function shirt(footballer, mark, more) {
  return h(
    "span",
    { class: "shirt-box", title: footballer.club },
    h("span", { class: `shirt hue-${footballer.colour}`, "aria-hidden": "true" }),
    mark && h("span", { class: "mark", title: mark === "C" ? "captain" : "vice-captain" }, mark),
    more,
  );
}

/**
 * What a sheet has so far: the eleven with their captain, before automatic substitutions.
 *
 * @param {Schemas["TeamSheet"]} sheet
 * @param {string} gameweek
 */
export function pointsSoFar(sheet, gameweek) {
  const factor = sheet.chip === "tripleCaptain" ? rules().tripleCaptainFactor : rules().captainFactor;
  const counted = [sheet.goalKeeper, ...sheet.players];
  if (sheet.chip === "benchBoost") {
    counted.push(...sheet.subs);
  }
  return counted
    .map((each) => (facts(each).gameweekPoints[gameweek] ?? 0) * (each === sheet.captain ? factor : 1))
    .reduce((sum, each) => sum + each, -sheet.transferCost);
}

/** @param {Schemas["TeamSheetScore"]} score */
export function substitutions(score) {
  if (score.substitutions.length === 0 && score.transferCost === 0) {
    return null;
  }
  return h(
    "p",
    { class: "muted small" },
    score.substitutions.map((each) => [
      content(facts(each.in).name, null),
      " came on for ",
      content(facts(each.out).name, null),
      ". ",
    ]),
    score.transferCost > 0 && `Transfers cost ${score.transferCost} points.`,
  );
}

export function plural(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}
