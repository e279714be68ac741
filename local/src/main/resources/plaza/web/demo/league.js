// Leagues: standings, and the pitch with a team sheet.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { every, poll } from "./parts.js";
import { all, call, callOrNull, forget, remember, signedIn } from "./session.js";

/** @import { Schemas } from "plaza-demo" */
/** @typedef {Schemas["Footballer"] & {colour: number}} Player */

const SECOND_MILLIS = 1000;
const COLOURS = 8;
const POSITIONS = ["goalkeeper", "defender", "midfielder", "forward"];
const CHIPS = {
  benchBoost: "Bench boost",
  tripleCaptain: "Triple captain",
  wildcard: "Wildcard",
  freeHit: "Free hit",
};
const OPEN_LEAGUE = "village";

/** @type {Map<string, Player>} */
let footballers = new Map();

export async function league(main, params, signal) {
  const me = signedIn();
  const gamer = params.gamer ?? me.userId;
  const standings = h("div", { class: "stack" }, loadingState("Loading standings"));
  const pitch = h("div", { class: "stack" }, loadingState("Loading the team sheet"));
  fill(
    main,
    h("h1", null, "League"),
    h(
      "div",
      { class: "two-columns wide" },
      h("section", { class: "stack", "aria-label": "Team sheet" }, pitch),
      h("section", { class: "stack", "aria-label": "Standings" }, standings),
    ),
  );
  const refresh = loadStandings();
  await Promise.all([refresh, loadPitch()]);

  function link(change) {
    return address({ view: "league", ...params, ...change });
  }

  async function loadStandings() {
    try {
      const memberships = await remember(`leagues of ${me.userId}`, () =>
        all("/gamers/{gamerId}/leagues", { path: { gamerId: me.userId }, query: { limit: 100 } }),
      );
      const ids = memberships.map((each) => each.leagueId);
      if (ids.length === 0 && !params.league) {
        fill(standings, stranger());
        return;
      }
      const current = params.league ?? (ids.includes(OPEN_LEAGUE) ? OPEN_LEAGUE : ids[0]);
      const leagues = await Promise.all(
        [...new Set([current, ...ids])].map((leagueId) =>
          remember(`league ${leagueId}`, () =>
            call("get", "/leagues/{leagueId}", { path: { leagueId } }),
          ),
        ),
      );
      leagues.sort((one, other) => one.name.localeCompare(other.name));
      const table = h("div", { class: "table-scroll" });
      fill(
        standings,
        h(
          "nav",
          { class: "tabs", "aria-label": "Leagues" },
          leagues.map((each) =>
            h(
              "a",
              {
                href: link({ league: each.leagueId }),
                "aria-current": each.leagueId === current ? "page" : null,
              },
              content(each.name, null),
              each.private && h("span", { class: "visually-hidden" }, " (private)"),
            ),
          ),
        ),
        table,
      );
      let before = "";
      const load = () =>
        call("get", "/leagues/{leagueId}/standings", {
          path: { leagueId: current },
          query: { expand: ["gamer"], limit: 50 },
        });
      const show = (page) => {
        const now = JSON.stringify(page.items);
        const isNew = now !== before;
        if (isNew) {
          before = now;
          fill(table, standingsTable(page.items));
        }
        return isNew;
      };
      show(await remember(`standings of ${current}`, load));
      poll(() => load().then(show, () => false), main, signal);
    } catch (error) {
      if (!signal.aborted) {
        fill(standings, errorState(error, loadStandings));
      }
    }
  }

  function stranger() {
    return emptyState(
      "You do not play yet",
      "Join the league of the village and watch the others.",
      h("button", { type: "button", class: "primary", onclick: join }, "Join Lowmere Village"),
    );
  }

  async function join() {
    try {
      const path = { gamerId: me.userId };
      await call("put", "/gamers/{gamerId}", {
        path,
        json: { displayName: me.name, dateOfBirth: "1990-01-01", country: "GB" },
      });
      await call("put", "/leagues/{leagueId}/gamers/{gamerId}", {
        path: { leagueId: OPEN_LEAGUE, ...path },
      });
      forget();
      await loadStandings();
    } catch (error) {
      toast(error.message);
    }
  }

  /** @param {Schemas["StandingsRow"][]} rows */
  function standingsTable(rows) {
    return h(
      "table",
      null,
      h("caption", { class: "visually-hidden" }, "Standings"),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col", class: "number" }, "Rank"),
          h("th", { scope: "col" }, "Gamer"),
          h("th", { scope: "col", class: "number" }, "Week"),
          h("th", { scope: "col", class: "number" }, "Total"),
        ),
      ),
      h("tbody", null, rows.map(standing)),
    );
  }

  /** @param {Schemas["StandingsRow"]} row */
  function standing(row) {
    const name = row.gamer?.displayName ?? row.gamerId;
    return h(
      "tr",
      { class: row.gamerId === gamer ? "chosen" : null },
      h("td", { class: "number" }, movement(row), String(row.rank)),
      h(
        "td",
        null,
        h(
          "a",
          { href: link({ gamer: row.gamerId }), "aria-current": row.gamerId === gamer ? "true" : null },
          content(name, null),
        ),
      ),
      h("td", { class: "number" }, String(row.gameweekPoints)),
      h("td", { class: "number" }, h("b", null, String(row.totalPoints))),
    );
  }

  async function loadPitch() {
    try {
      const [weeks, profile] = await Promise.all([
        remember("gameweeks", () => all("/gameweeks", { query: { limit: 100 } })),
        remember(`gamer ${gamer}`, () =>
          callOrNull("get", "/gamers/{gamerId}", { path: { gamerId: gamer } }),
        ),
        loadFootballers(),
      ]);
      if (weeks.length === 0) {
        fill(
          pitch,
          emptyState(
            "There is no season yet",
            "Start Plaza with -Dplaza.demo=true.",
            h("a", { class: "button", href: "/demo/" }, "Back to the timeline"),
          ),
        );
        return;
      }
      const settled = weeks.filter((week) => week.status === "settled");
      const chosen =
        weeks.find((week) => week.gameweek === params.gameweek) ?? settled.at(-1) ?? weeks[0];
      const path = { gamerId: gamer, gameweek: chosen.gameweek };
      const sheet = await callOrNull("get", "/gamers/{gamerId}/team-sheets/{gameweek}", { path, signal });
      const name = profile?.displayName ?? gamer;
      fill(
        pitch,
        weekTabs(weeks, chosen),
        heading(name, chosen, sheet),
        sheet ? field(sheet) : hidden(chosen, settled),
        sheet && bench(sheet),
        sheet?.score && substitutions(sheet.score),
        sheet && chosen.status === "open" && gamer === me.userId && captainForm(sheet, path),
      );
    } catch (error) {
      if (!signal.aborted) {
        fill(pitch, errorState(error, loadPitch));
      }
    }
  }

  /**
   * @param {Schemas["Gameweek"][]} weeks
   * @param {Schemas["Gameweek"]} chosen
   */
  function weekTabs(weeks, chosen) {
    return h(
      "nav",
      { class: "tabs", "aria-label": "Gameweeks" },
      weeks.map((week) =>
        h(
          "a",
          {
            href: link({ gameweek: week.gameweek }),
            "aria-current": week === chosen ? "page" : null,
          },
          `Week ${Number(week.gameweek)}`,
        ),
      ),
    );
  }

  /**
   * @param {string} name
   * @param {Schemas["Gameweek"]} week
   * @param {Schemas["TeamSheet"] | null} sheet
   */
  function heading(name, week, sheet) {
    const state =
      week.status === "open"
        ? countdown(week.deadline)
        : h("span", { class: "badge" }, week.status === "settled" ? "settled" : "being played");
    return h(
      "div",
      { class: "row spread" },
      h("h2", null, content(name, null)),
      h(
        "div",
        { class: "row" },
        sheet?.chip && h("span", { class: "badge accent" }, CHIPS[sheet.chip]),
        sheet?.points !== undefined &&
          h("span", { class: "points" }, h("b", null, String(sheet.points)), " points"),
        state,
      ),
    );
  }

  function countdown(deadline) {
    const element = h("span", { class: "badge warning", title: deadline });
    const show = () => {
      element.textContent = `Deadline in ${duration(Date.parse(deadline) - Date.now())}`;
    };
    show();
    every(SECOND_MILLIS, show, main, signal);
    return element;
  }

  /**
   * @param {Schemas["Gameweek"]} week
   * @param {Schemas["Gameweek"][]} settled
   */
  function hidden(week, settled) {
    const last = settled.at(-1);
    const isOwn = gamer === me.userId;
    return emptyState(
      isOwn ? "No team sheet" : "A secret until the deadline",
      isOwn
        ? `You have no team sheet for week ${Number(week.gameweek)}.`
        : "Before the deadline only its owner can read a team sheet.",
      last &&
        h(
          "a",
          { class: "button", href: link({ gameweek: last.gameweek, gamer }) },
          `Show week ${Number(last.gameweek)}`,
        ),
    );
  }

  /**
   * @param {Schemas["TeamSheet"]} sheet
   * @param {{gamerId: string, gameweek: string}} path
   */
  function captainForm(sheet, path) {
    const players = [sheet.goalKeeper, ...sheet.players];
    const choice = (name, text) => {
      const select = h(
        "select",
        { id: name },
        players.map((each) =>
          h("option", { value: each, selected: each === sheet[name] }, facts(each).name),
        ),
      );
      return { select, field: h("div", { class: "field" }, h("label", { for: name }, text), select) };
    };
    const captain = choice("captain", "Captain");
    const vice = choice("viceCaptain", "Vice-captain");
    const problem = h("p", { class: "problem-text", role: "alert" });
    return h(
      "form",
      {
        class: "card stack tight",
        onsubmit: async (event) => {
          event.preventDefault();
          try {
            await call("put", "/gamers/{gamerId}/team-sheets/{gameweek}", {
              path,
              json: { ...sheet, captain: captain.select.value, viceCaptain: vice.select.value },
            });
            toast("The captain is changed.");
            await loadPitch();
          } catch (error) {
            fill(problem, error.message);
          }
        },
      },
      h("h2", null, "Who leads the team?"),
      h("div", { class: "pair" }, captain.field, vice.field),
      problem,
      h("div", null, h("button", { class: "primary" }, "Save")),
    );
  }
}

async function loadFootballers() {
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

/** @param {string} footballerId */
function facts(footballerId) {
  return (
    footballers.get(footballerId) ?? {
      name: footballerId,
      club: "",
      position: "midfielder",
      colour: 0,
    }
  );
}

/** @param {Schemas["StandingsRow"]} row */
function movement(row) {
  const change = (row.lastRank ?? row.rank) - row.rank;
  if (change === 0) {
    return h("span", { class: "move", title: "same rank" }, "–");
  }
  const words = change > 0 ? `up ${change}` : `down ${-change}`;
  return h(
    "span",
    { class: change > 0 ? "move up" : "move down", title: words },
    h("span", { "aria-hidden": "true" }, change > 0 ? "▲" : "▼"),
    h("span", { class: "visually-hidden" }, words),
  );
}

/** The eleven on the pitch, by position. */
/** @param {Schemas["TeamSheet"]} sheet */
function field(sheet) {
  const starters = [sheet.goalKeeper, ...sheet.players];
  return h(
    "div",
    { class: "pitch", role: "group", "aria-label": "Pitch" },
    POSITIONS.map((position) =>
      h(
        "ul",
        { class: "line", "aria-label": position },
        starters
          .filter((each) => facts(each).position === position)
          .map((each) => h("li", null, player(each, sheet))),
      ),
    ),
  );
}

/** @param {Schemas["TeamSheet"]} sheet */
function bench(sheet) {
  return h(
    "div",
    { class: "bench", role: "group", "aria-label": "Bench" },
    h("ul", { class: "line" }, sheet.subs.map((each) => h("li", null, player(each, sheet)))),
  );
}

/**
 * @param {string} footballerId
 * @param {Schemas["TeamSheet"]} sheet
 */
function player(footballerId, sheet) {
  const footballer = facts(footballerId);
  const score = sheet.score?.players.find((each) => each.footballerId === footballerId);
  const mark = footballerId === sheet.captain ? "C" : footballerId === sheet.viceCaptain ? "V" : "";
  const out = sheet.score?.substitutions.some((each) => each.out === footballerId);
  const came = sheet.score?.substitutions.some((each) => each.in === footballerId);
  const points = score && (score.multiplier === 0 ? score.points : score.points * score.multiplier);
  return h(
    "div",
    { class: `player${score?.multiplier === 0 ? " idle" : ""}` },
    h(
      "div",
      { class: "shirt-box", title: footballer.club },
      h("div", { class: `shirt hue-${footballer.colour}`, "aria-hidden": "true" }),
      mark && h("span", { class: "mark", title: mark === "C" ? "captain" : "vice-captain" }, mark),
      (out || came) &&
        h(
          "span",
          { class: out ? "swap down" : "swap up", title: out ? "substituted" : "came on" },
          out ? "▼" : "▲",
        ),
    ),
    h("div", { class: "player-name" }, content(shortName(footballer.name), null)),
    h(
      "div",
      { class: "player-points" },
      points === undefined ? footballer.club.split(" ")[0] : `${points} ${points === 1 ? "pt" : "pts"}`,
    ),
  );
}

/** "Ade Abermoor" as "A. Abermoor". */
function shortName(name) {
  const words = name.split(" ");
  return words.length > 1 ? `${[...words[0]][0]}. ${words.at(-1)}` : name;
}

/** @param {Schemas["TeamSheetScore"]} score */
function substitutions(score) {
  if (score.substitutions.length === 0 && score.transferCost === 0) {
    return null;
  }
  return h(
    "p",
    { class: "muted small" },
    score.substitutions
      .map((each) => `${facts(each.in).name} came on for ${facts(each.out).name}.`)
      .join(" "),
    score.transferCost > 0 && ` Transfers cost ${score.transferCost} points.`,
  );
}

function duration(millis) {
  const seconds = Math.max(0, Math.floor(millis / SECOND_MILLIS));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return days > 0
    ? `${days} d ${hours} h`
    : `${hours} h ${String(minutes).padStart(2, "0")} min ${String(seconds % 60).padStart(2, "0")} s`;
}
