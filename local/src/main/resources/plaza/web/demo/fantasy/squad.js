// A team that is being chosen: who starts, who is on the bench, and what is missing. The rules of the
// season guide the choice; the API checks each team and computes the cost of its transfers.

import { facts, POSITIONS } from "./footballers.js";
import { call } from "../session.js";

/** @import { Schemas } from "plaza-demo" */
/** @typedef {NonNullable<Schemas["TeamSheet"]["chip"]>} Chip */
/** @typedef {{starters: string[], subs: string[], captain?: string, viceCaptain?: string, chip?: Chip}} Team */

/** The goalkeeper and ten others; the fields of a team sheet. */
const STARTERS_COUNT = 11;

/** @type {Schemas["SeasonRules"]} */
let season;

/** Requests the rules of the season, once for each page. Everything here needs them. */
export async function loadRules() {
  season ??= await call("get", "/rules", {});
}

/** The rules of the season. */
export function rules() {
  return season;
}

/** @param {{[position: string]: number}} numbers */
function sum(numbers) {
  return Object.values(numbers).reduce((total, each) => total + each, 0);
}

/** How many footballers a squad has. */
export function squadSize() {
  return sum(season.squad);
}

/** @returns {Team} */
export function noTeam() {
  return { starters: [], subs: [] };
}

/** @param {Schemas["TeamSheet"]} sheet @returns {Team} */
export function teamOf(sheet) {
  const { goalKeeper, players, subs, captain, viceCaptain, chip } = sheet;
  return { starters: [goalKeeper, ...players], subs: [...subs], captain, viceCaptain, chip };
}

/** @param {Team} team */
export function squadOf(team) {
  return [...team.starters, ...team.subs];
}

/** How many footballers of a position a team still needs. @param {Team} team */
export function placesLeft(team, position) {
  return Math.max(0, season.squad[position] - count(squadOf(team), position));
}

/** @param {Team} team */
export function isComplete(team) {
  return squadOf(team).length === squadSize() && team.starters.length === STARTERS_COUNT;
}

/** Adds a footballer to the eleven if a legal formation has room, otherwise to the bench. */
/** @param {Team} team @param {string} id */
export function add(team, id) {
  const { position } = facts(id);
  if (canStart(team.starters, position)) {
    team.starters.push(id);
  } else if (position === "goalkeeper") {
    team.subs.unshift(id);
  } else {
    team.subs.push(id);
  }
  if (isComplete(team)) {
    chooseLeaders(team);
  }
}

/** @param {Team} team @param {string} id */
export function remove(team, id) {
  team.starters = team.starters.filter((each) => each !== id);
  team.subs = team.subs.filter((each) => each !== id);
  for (const role of /** @type {const} */ (["captain", "viceCaptain"])) {
    if (team[role] === id) {
      delete team[role];
    }
  }
}

/** Puts a footballer in the place of another one. @param {Team} team */
export function replace(team, out, into) {
  const put = (ids) => ids.map((each) => (each === out ? into : each));
  team.starters = put(team.starters);
  team.subs = put(team.subs);
  for (const role of /** @type {const} */ (["captain", "viceCaptain"])) {
    if (team[role] === out) {
      team[role] = into;
    }
  }
}

/** Exchanges two footballers of a team. @param {Team} team */
export function swap(team, one, other) {
  const put = (ids) => ids.map((each) => (each === one ? other : each === other ? one : each));
  team.starters = put(team.starters);
  team.subs = put(team.subs);
}

/** The footballers who can change places with one: of the bench if they start, and the other way. */
/** @param {Team} team @param {string} id */
export function partners(team, id) {
  const isStarting = team.starters.includes(id);
  return (isStarting ? team.subs : team.starters).filter((other) => {
    const changed = { ...team };
    swap(changed, id, other);
    return isFormation(changed.starters);
  });
}

/** @param {Team} team @returns {Schemas["PutTeamSheetBody"]} */
export function bodyOf(team) {
  const isKeeper = (id) => facts(id).position === "goalkeeper";
  const goalKeeper = team.starters.find(isKeeper) ?? team.starters[0];
  return {
    goalKeeper,
    players: team.starters.filter((each) => each !== goalKeeper),
    subs: team.subs,
    captain: team.captain ?? "",
    viceCaptain: team.viceCaptain ?? "",
    chip: team.chip ?? null,
  };
}

/** The captain and the vice-captain are the best of the eleven until the person chooses. */
/** @param {Team} team */
function chooseLeaders(team) {
  const best = [...team.starters].sort(
    (one, other) =>
      facts(other).totalPoints - facts(one).totalPoints || facts(other).price - facts(one).price,
  );
  team.captain ??= best.find((each) => each !== team.viceCaptain);
  team.viceCaptain ??= best.find((each) => each !== team.captain);
}

/** Whether a footballer of a position can join the eleven, and a legal formation can still follow. */
function canStart(starters, position) {
  const needed = POSITIONS.map((each) =>
    Math.max(0, season.starters[each].min - count(starters, each) - (each === position ? 1 : 0)),
  ).reduce((sum, each) => sum + each, 0);
  return (
    count(starters, position) < season.starters[position].max &&
    starters.length + 1 + needed <= STARTERS_COUNT
  );
}

function isFormation(starters) {
  return POSITIONS.every((position) => {
    const number = count(starters, position);
    return number >= season.starters[position].min && number <= season.starters[position].max;
  });
}

function count(ids, position) {
  return ids.filter((each) => facts(each).position === position).length;
}
