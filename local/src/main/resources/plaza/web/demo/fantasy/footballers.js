// The footballers of the season, requested once for each page.

import { all, call } from "../session.js";

/** @import { Schemas } from "plaza-demo" */
/** @typedef {Schemas["Footballer"] & {colour: number}} Player */

const COLOURS = 8;

export const POSITIONS = ["goalkeeper", "defender", "midfielder", "forward"];

/** @type {Map<string, Player>} */
let footballers = new Map();

export async function loadFootballers() {
  if (footballers.size > 0) {
    return;
  }
  const items = await all("/footballers", { query: { limit: 100 } });
  const clubs = [...new Set(items.map((each) => each.club))].sort();
  footballers = new Map(
    items.map((each) => [
      each.footballerId,
      { ...each, colour: clubs.indexOf(each.club) % COLOURS },
    ]),
  );
}

/**
 * Requests some footballers again, and returns whether one of them has changed.
 *
 * @param {string[]} ids
 */
export async function refreshFootballers(ids) {
  const items = await Promise.all(
    ids.map((footballerId) =>
      call("get", "/footballers/{footballerId}", { path: { footballerId } }),
    ),
  );
  const before = JSON.stringify(ids.map(facts));
  for (const each of items) {
    footballers.set(each.footballerId, { ...each, colour: facts(each.footballerId).colour });
  }
  return JSON.stringify(ids.map(facts)) !== before;
}

export function allFootballers() {
  return [...footballers.values()];
}

/**
 * What the pages show of a footballer, also of one who is unknown.
 *
 * @param {string} footballerId
 * @returns {Player}
 */
export function facts(footballerId) {
  return (
    footballers.get(footballerId) ?? {
      footballerId,
      name: footballerId,
      club: "",
      position: "midfielder",
      price: 0,
      gameweekPoints: {},
      totalPoints: 0,
      colour: 0,
    }
  );
}

/** "Ade Abermoor" as "A. Abermoor". */
export function shortName(name) {
  const words = name.split(" ");
  return words.length > 1 ? `${[...words[0]][0]}. ${words.at(-1)}` : name;
}

/** A price in tenths of a million as "7.5 m". */
export function money(tenths) {
  return `${(tenths / 10).toFixed(1)} m`;
}
