// The leagues of the signed-in person and the standings of one of them.

import { content, copyButton, emptyState, errorState, fill, h, toast } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { createForm, joinForm, OPEN_LEAGUE, putMembership } from "./leagueforms.js";
import { ask } from "../dialog.js";
import { menuButton } from "../menu.js";
import { poll } from "../parts.js";
import { all, call, callOrNull, forget, remember, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const LEAGUE = "/leagues/{leagueId}";
const MEMBER = "/leagues/{leagueId}/gamers/{gamerId}";

/**
 * Shows the leagues.
 *
 * @param {HTMLElement} section
 * @param {any} params the parameters of the address
 * @param {{gamer: string, hasGamer: () => Promise<boolean>, changed: (leagueId?: string) => void}} context
 * @param {HTMLElement} view
 * @param {AbortSignal} signal
 */
export async function standings(section, params, { gamer, hasGamer, changed }, view, signal) {
  const me = signedIn();
  try {
    await load();
  } catch (error) {
    if (!signal.aborted) {
      fill(section, errorState(error, () => standings(section, params, { gamer, hasGamer, changed }, view, signal)));
    }
  }

  function link(change) {
    return address({ view: "league", ...params, join: "", code: "", ...change });
  }

  async function load() {
    const memberships = await remember(`leagues of ${me.userId}`, () =>
      all("/gamers/{gamerId}/leagues", { path: { gamerId: me.userId }, query: { limit: 100 } }),
    );
    const ids = memberships.map((each) => each.leagueId);
    const invitation = params.join && !ids.includes(params.join) ? params.join : "";
    if (ids.length === 0 && !params.league) {
      fill(section, (await hasGamer()) ? [!invitation && noLeague(), more(invitation, true)] : notYet());
      return;
    }
    const current = params.league ?? (ids.includes(OPEN_LEAGUE) ? OPEN_LEAGUE : ids[0]);
    const found = await Promise.all(
      [...new Set([current, ...ids])].map((leagueId) =>
        remember(`league ${leagueId}`, () => callOrNull("get", LEAGUE, { path: { leagueId } })),
      ),
    );
    const leagues = found.filter((each) => each !== null);
    leagues.sort((one, other) => one.name.localeCompare(other.name));
    const shown = leagues.find((each) => each.leagueId === current);
    if (!shown) {
      fill(section, leagues.length > 0 && tabs(leagues, current), noSuchLeague(), more(invitation, false));
      return;
    }
    const table = h("div", { class: "table-scroll" });
    fill(
      section,
      invitation && more(invitation, true),
      tabs(leagues, current),
      table,
      ownMenu(shown, ids.includes(current)),
      shown.code && invite(shown),
      !ids.includes(current) && joinButton(current),
      !invitation && more("", false),
    );
    let before = "";
    const request = () =>
      call("get", "/leagues/{leagueId}/standings", {
        path: { leagueId: current },
        query: { expand: ["gamer"], limit: 50 },
      });
    const show = (page) => {
      const now = JSON.stringify(page.items);
      const isNew = now !== before;
      if (isNew) {
        before = now;
        fill(table, page.items.length > 0 ? standingsTable(page.items) : h("p", { class: "muted pad" }, "No gamer has joined yet."));
      }
      return isNew;
    };
    show(await remember(`standings of ${current}`, request));
    poll(() => request().then(show, () => false), view, signal);
  }

  function notYet() {
    return emptyState(
      "No league yet",
      "Leagues rank gamers. Start to play first: it takes one form.",
      gamer !== me.userId && h("a", { class: "button", href: link({ gamer: "" }) }, "Start to play"),
    );
  }

  /** A league can be deleted while it is in a link, or in the list of a person. */
  function noSuchLeague() {
    return emptyState(
      "This league does not exist",
      "It was deleted, or the link has another id.",
      h("a", { class: "button", href: link({ league: "" }) }, "Show your leagues"),
    );
  }

  /**
   * What a person can do with a league that they are in or own.
   *
   * @param {Schemas["League"]} league
   * @param {boolean} isMember
   */
  function ownMenu(league, isMember) {
    const leave = { text: "Leave this league", choose: () => askLeave(league), isDestructive: true };
    const remove = { text: "Delete this league", choose: () => askDelete(league), isDestructive: true };
    const choices = [...(isMember ? [leave] : []), ...(league.owner === me.userId ? [remove] : [])];
    return choices.length > 0 && h("div", null, menuButton(league.name, async () => choices));
  }

  /** @param {Schemas["League"]} league */
  function askLeave(league) {
    const isOwner = league.owner === me.userId;
    ask(
      "Leave this league?",
      "Leave the league",
      [
        h("p", null, "You leave ", content(league.name, null), "."),
        h(
          "ul",
          { class: "small" },
          h("li", null, "You no longer have a row in its standings. Your team and your points stay."),
          league.scoring === "headToHead" && h("li", null, "If its matches have begun, those with you stay."),
          isOwner && h("li", null, "You stay its owner: you can delete it, and no one else becomes the owner."),
          h("li", null, league.private && !isOwner ? "You can join again with its code." : "You can join again."),
        ),
      ],
      () => call("delete", MEMBER, { path: { leagueId: league.leagueId, gamerId: me.userId } }),
      () => left(league.leagueId, "You have left the league."),
    );
  }

  /** @param {Schemas["League"]} league */
  function askDelete(league) {
    ask(
      "Delete this league?",
      "Delete the league",
      [
        h("p", null, content(league.name, null), " is deleted. This cannot be undone."),
        h(
          "ul",
          { class: "small" },
          h("li", null, "Everyone leaves it, and its standings are gone."),
          h("li", null, "The teams and points of its gamers stay."),
          h("li", null, "No other league can have its id."),
        ),
      ],
      () => call("delete", LEAGUE, { path: { leagueId: league.leagueId } }),
      () => left(league.leagueId, "The league is deleted."),
    );
  }

  /** @param {string} leagueId @param {string} text what happened */
  function left(leagueId, text) {
    forget("leagues of");
    forget(`league ${leagueId}`);
    forget(`standings of ${leagueId}`);
    toast(text);
    changed("");
  }

  function noLeague() {
    return emptyState(
      "No league yet",
      "Join the league of the village, a league of friends, or create your own.",
      joinButton(OPEN_LEAGUE, "Join Lowmere Village"),
    );
  }

  /** @param {string} leagueId */
  function joinButton(leagueId, text = "Join this league") {
    const problem = h("p", { class: "problem-text", role: "alert" });
    const join = async () => {
      try {
        await putMembership(leagueId);
        changed(leagueId);
      } catch (error) {
        fill(problem, error.message);
      }
    };
    return h("div", { class: "stack tight" }, h("div", null, h("button", { type: "button", class: "primary", onclick: join }, text)), problem);
  }

  /** The forms to join or create a league. */
  function more(leagueId, isOpen) {
    return h(
      "details",
      { class: "card", open: isOpen },
      h("summary", null, "Join or create a league"),
      h("div", { class: "stack" }, joinForm(leagueId, leagueId ? (params.code ?? "") : "", changed), createForm(changed)),
    );
  }

  /** @param {Schemas["League"]} league */
  function invite(league) {
    const target = new URL(
      address({ view: "league", join: league.leagueId, code: league.code }),
      location.href,
    );
    return h(
      "section",
      { class: "card stack tight", "aria-label": "Invitation" },
      h("h2", null, "Invite others"),
      h("p", { class: "small" }, "League ", h("code", null, league.leagueId), ", code ", h("code", null, league.code)),
      h("div", null, copyButton(target.href, "the invitation", "Copy the invitation")),
    );
  }

  /** @param {Schemas["League"][]} leagues */
  function tabs(leagues, current) {
    return h(
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
    );
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
