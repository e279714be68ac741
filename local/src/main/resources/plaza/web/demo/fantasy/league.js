// The league: a gameweek on the pitch or in the team builder, and the standings.

import { content, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { address, go } from "/shared/router.js";
import { now } from "/shared/time.js";
import { builder, chipName } from "./builder.js";
import { loadFootballers, refreshFootballers } from "./footballers.js";
import { gamerForm } from "./leagueforms.js";
import { every, poll } from "../parts.js";
import { pointsSoFar, sheetPitch, substitutions } from "./pitch.js";
import { all, call, callOrNull, callWithTag, forget, remember, signedIn } from "../session.js";
import { loadRules } from "./squad.js";
import { standings } from "./standings.js";

/** @import { Schemas } from "plaza-demo" */
/** @typedef {{sheet: Schemas["TeamSheet"] | null, tag: string}} Stored */

const SECOND_MILLIS = 1000;
const SHEET = "/gamers/{gamerId}/team-sheets/{gameweek}";

export async function league(view, params, signal) {
  const me = signedIn();
  const gamer = params.gamer ?? me.userId;
  const isOwn = gamer === me.userId;
  const board = h("section", { class: "stack", "aria-label": "Team sheet" }, loadingState("Loading the team sheet"));
  const side = h("section", { class: "stack", "aria-label": "Standings" }, loadingState("Loading standings"));
  fill(view, h("h1", null, "League"), h("div", { class: "two-columns wide" }, board, side));
  await (params.edit && isOwn ? edit() : Promise.all([showStandings(), showWeek()]));

  function link(change) {
    return address({ view: "league", ...params, edit: "", join: "", code: "", ...change });
  }

  function showAgain(change) {
    go({ view: "league", ...params, edit: "", join: "", code: "", ...change }, { replace: true });
  }

  function showStandings() {
    const hasGamer = async () => (await profile(me.userId)) !== null;
    const changed = (leagueId) => showAgain({ league: leagueId });
    return standings(side, params, { gamer, hasGamer, changed }, view, signal);
  }

  function profile(gamerId) {
    return remember(`gamer ${gamerId}`, () => callOrNull("get", "/gamers/{gamerId}", { path: { gamerId } }));
  }

  function loadWeeks() {
    return remember("gameweeks", () => all("/gameweeks", { query: { limit: 100 } }));
  }

  /** The gameweek of the address; otherwise the one that is played, or the last settled one. */
  function chosenOf(weeks) {
    return (
      weeks.find((week) => week.gameweek === params.gameweek) ??
      weeks.find((week) => week.status === "closed") ??
      weeks.findLast((week) => week.status === "settled") ??
      weeks[0]
    );
  }

  /** @returns {Promise<Stored>} */
  function loadSheet(gameweek) {
    return remember(sheetKey(gameweek), async () => {
      try {
        const path = { gamerId: gamer, gameweek };
        const { value, tag } = await callWithTag("get", SHEET, { path });
        return { sheet: value, tag };
      } catch (error) {
        if (error.status === 404) {
          return { sheet: null, tag: "" };
        }
        throw error;
      }
    });
  }

  function sheetKey(gameweek) {
    return `sheet ${gamer} ${gameweek}`;
  }

  async function showWeek() {
    try {
      const [weeks, person] = await Promise.all([loadWeeks(), profile(gamer), loadFootballers()]);
      if (weeks.length === 0) {
        fill(board, noSeason());
        return;
      }
      const week = chosenOf(weeks);
      const head = [weekTabs(weeks, week)];
      if (isOwn && person === null) {
        fill(board, head, h("div", { class: "card" }, gamerForm(() => showAgain({}))));
        return;
      }
      const [{ sheet }] = await Promise.all([loadSheet(week.gameweek), week.status === "closed" && loadRules()]);
      const name = person?.displayName ?? gamer;
      const show = () =>
        fill(
          board,
          head,
          heading(name, week, sheet),
          isOwn && nextTeam(weeks, week, sheet),
          sheet ? sheetPitch(sheet, week) : noSheet(weeks, week),
          sheet?.score && substitutions(sheet.score),
        );
      show();
      if (sheet && week.status === "closed") {
        follow(week, sheet, show);
      }
    } catch (error) {
      if (!signal.aborted) {
        fill(board, errorState(error, showWeek));
      }
    }
  }

  /** Shows the points of a gameweek that is played as they come, until it is settled. */
  function follow(week, sheet, show) {
    const squad = [sheet.goalKeeper, ...sheet.players, ...sheet.subs];
    poll(
      async () => {
        const path = { gameweek: week.gameweek };
        const now = await call("get", "/gameweeks/{gameweek}", { path, signal });
        if (now.status !== week.status) {
          forget();
          showAgain({});
          return true;
        }
        const isNew = await refreshFootballers(squad);
        if (isNew) {
          show();
        }
        return isNew;
      },
      view,
      signal,
    );
  }

  function noSeason() {
    return emptyState(
      "There is no season yet",
      "Start Plaza with -Dplaza.demo=true.",
      h("a", { class: "button", href: "/demo/" }, "Back to the timeline"),
    );
  }

  /** A link to the team builder of the open gameweek. */
  function nextTeam(weeks, week, sheet) {
    const open = weeks.find((each) => each.status === "open");
    if (!open || (open === week && !sheet)) {
      return null;
    }
    const text = open === week ? "Edit the team" : `Your team for week ${Number(open.gameweek)}`;
    const href = link({ gamer: "", gameweek: open.gameweek, edit: open === week ? "1" : "" });
    return h("div", null, h("a", { class: open === week ? "button primary" : "button", href }, text));
  }

  /**
   * @param {Schemas["Gameweek"][]} weeks
   * @param {Schemas["Gameweek"]} week
   */
  function noSheet(weeks, week) {
    const number = Number(week.gameweek);
    if (isOwn && week.status === "open") {
      return emptyState(
        `No team for week ${number} yet`,
        "Choose fifteen footballers within the budget. You can change them until the deadline.",
        h("a", { class: "button primary", href: link({ gameweek: week.gameweek, edit: "1" }) }, "Build your team"),
      );
    }
    const settled = weeks.findLast((each) => each.status === "settled" && each !== week);
    const action =
      settled &&
      h("a", { class: "button", href: link({ gameweek: settled.gameweek, gamer }) }, `Show week ${Number(settled.gameweek)}`);
    if (week.status === "open") {
      return emptyState("A secret until the deadline", "Before the deadline only its owner can read a team sheet.", action);
    }
    return emptyState(
      `No team sheet for week ${number}`,
      isOwn
        ? "Its deadline has passed. If you had a team before, it plays again."
        : "If this gamer had a team before, it plays again.",
      action,
    );
  }

  /** @param {Schemas["Gameweek"][]} weeks @param {Schemas["Gameweek"]} chosen */
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
    const live = week.status === "closed" && sheet ? pointsSoFar(sheet, week.gameweek) : undefined;
    const points = sheet?.points ?? live;
    return h(
      "div",
      { class: "row spread" },
      h("h2", null, content(name, null)),
      h(
        "div",
        { class: "row" },
        sheet?.chip && h("span", { class: "badge accent" }, chipName(sheet.chip)),
        points !== undefined &&
          h("span", { class: "points" }, h("b", null, String(points)), live === undefined ? " points" : " points so far"),
        state(week),
      ),
    );
  }

  /** @param {Schemas["Gameweek"]} week */
  function state(week) {
    return week.status === "open"
      ? countdown(week.deadline)
      : h("span", { class: "badge" }, week.status === "settled" ? "settled" : "being played");
  }

  function countdown(deadline) {
    const element = h("span", { class: "badge warning", title: deadline });
    const show = () => {
      const left = Date.parse(deadline) - now();
      element.textContent = left > 0 ? `Deadline in ${duration(left)}` : "The deadline has passed";
    };
    show();
    every(SECOND_MILLIS, show, view, signal);
    return element;
  }

  async function edit() {
    try {
      const [weeks, person] = await Promise.all([loadWeeks(), profile(gamer), loadFootballers(), loadRules()]);
      const week = chosenOf(weeks);
      if (week?.status !== "open" || person === null) {
        await Promise.all([showStandings(), showWeek()]);
        return;
      }
      const path = { gamerId: gamer, gameweek: week.gameweek };
      const { sheet, tag } = await loadSheet(week.gameweek);
      const last = sheet ? null : await lastSheet(week);
      const body = h("div", { class: "stack" });
      side.setAttribute("aria-label", "Footballers");
      fill(
        board,
        h(
          "div",
          { class: "row spread" },
          h("h2", null, `Your team for week ${Number(week.gameweek)}`),
          state(week),
        ),
        body,
      );
      builder({ board: body, side }, { path, sheet, tag, last }, { saved, leave: () => showAgain({}) }, signal);
    } catch (error) {
      if (!signal.aborted) {
        fill(board, errorState(error, edit));
      }
    }
  }

  /** @param {Schemas["TeamSheet"]} sheet @param {string} tag */
  function saved(sheet, tag) {
    forget(sheetKey(sheet.gameweek));
    remember(sheetKey(sheet.gameweek), async () => ({ sheet, tag }));
    showAgain({ gameweek: sheet.gameweek });
  }

  /**
   * The last sheet before a gameweek, from which the next team starts. That of a free hit played once.
   *
   * @param {Schemas["Gameweek"]} week
   */
  async function lastSheet(week) {
    const played = await all("/gamers/{gamerId}/gameweeks", { path: { gamerId: gamer }, query: { limit: 100 } });
    const earlier = played.filter((each) => each.gameweek < week.gameweek && each.chip !== "freeHit");
    for (const { gameweek } of earlier.toSorted((one, other) => other.gameweek.localeCompare(one.gameweek))) {
      const { sheet } = await loadSheet(gameweek);
      if (sheet) {
        return sheet;
      }
    }
    return null;
  }
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
