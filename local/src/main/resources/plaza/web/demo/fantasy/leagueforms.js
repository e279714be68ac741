// Forms of the league: become a gamer, join a league, create one.

import { h, toast } from "/shared/dom.js";
import { forgetDraft, formProblem, keepDraft, labelled, submitting } from "../forms.js";
import { call, forget, signedIn } from "../session.js";

/** The league of the demo that everyone can join. */
export const OPEN_LEAGUE = "village";

const SUFFIX_LENGTH = 6;

/** Adds the signed-in person to a league. @param {string} leagueId @param {string} [code] */
export async function putMembership(leagueId, code) {
  await call("put", "/leagues/{leagueId}/gamers/{gamerId}", {
    path: { leagueId, gamerId: signedIn().userId },
    json: code ? { code } : {},
  });
  forget("leagues of");
  forget(`standings of ${leagueId}`);
  toast("You are in the league.");
}

/** The form with which a person begins to play. @param {() => void} done */
export function gamerForm(done) {
  const me = signedIn();
  const name = h("input", { id: "displayName", name: "displayName", value: me.name, autocomplete: "off" });
  const born = h("input", { id: "dateOfBirth", name: "dateOfBirth", type: "date", required: true });
  const country = h("input", { id: "country", name: "country", required: true, autocomplete: "country-name" });
  for (const each of [name, born, country]) {
    keepDraft(`gamer.${me.userId}.${each.name}`, each);
  }
  return submittable(
    [
      h("h2", null, "Start to play"),
      h("p", null, "Choose a team each week and see how it ranks among friends."),
      labelled("Name in the standings", name),
      h("div", { class: "pair" }, labelled("Date of birth", born), labelled("Country", country)),
      h("p", { class: "hint" }, "Only you can see your date of birth and your country."),
    ],
    "Start to play",
    async () => {
      await call("put", "/gamers/{gamerId}", {
        path: { gamerId: me.userId },
        json: {
          displayName: name.value.trim() || null,
          dateOfBirth: born.value,
          country: country.value.trim(),
        },
      });
      for (const each of [name, born, country]) {
        forgetDraft(`gamer.${me.userId}.${each.name}`);
      }
      forget(`gamer ${me.userId}`);
      done();
    },
  );
}

/**
 * @param {string} leagueId a league that an invitation names
 * @param {string} code its code
 * @param {(leagueId: string) => void} done
 */
export function joinForm(leagueId, code, done) {
  const league = h("input", { id: "leagueId", name: "leagueId", value: leagueId, required: true, autocomplete: "off" });
  const secret = h("input", { id: "code", name: "code", value: code, autocomplete: "off" });
  return submittable(
    [
      h("h3", null, "Join a league"),
      h(
        "div",
        { class: "pair" },
        labelled("League", league, h("p", { class: "hint" }, "The id that its owner gives you.")),
        labelled("Code", secret, h("p", { class: "hint" }, "Only for a private league.")),
      ),
    ],
    "Join",
    async () => {
      const id = league.value.trim();
      await putMembership(id, secret.value.trim());
      done(id);
    },
  );
}

/** @param {(leagueId: string) => void} done */
export function createForm(done) {
  const name = h("input", { id: "leagueName", name: "name", required: true, autocomplete: "off" });
  const secret = h("input", { id: "private", name: "private", type: "checkbox" });
  keepDraft(`league.${signedIn().userId}`, name);
  return submittable(
    [
      h("h3", null, "Create a league"),
      labelled("Name", name),
      h("label", { class: "check" }, secret, "Private: others need its code to join"),
    ],
    "Create",
    async () => {
      const leagueId = idOf(name.value);
      await call("put", "/leagues/{leagueId}", {
        path: { leagueId },
        json: { name: name.value.trim(), private: secret.checked },
      });
      forgetDraft(`league.${signedIn().userId}`);
      await putMembership(leagueId);
      done(leagueId);
    },
  );
}

/** "The Quay!" as "the-quay-" and some random characters, so that it names no other league. */
function idOf(name) {
  const words = name.normalize("NFKD").toLowerCase().match(/[a-z0-9]+/g) ?? ["league"];
  return `${words.join("-").slice(0, 40)}-${crypto.randomUUID().slice(0, SUFFIX_LENGTH)}`;
}

/**
 * A form that shows what is wrong at its fields.
 *
 * @param {unknown} fields
 * @param {string} action what its button says
 * @param {() => Promise<void>} submit
 */
function submittable(fields, action, submit) {
  return h(
    "form",
    { class: "stack tight", onsubmit: submitting(submit) },
    fields,
    formProblem(),
    h("div", null, h("button", { class: "primary" }, action)),
  );
}
