// The shell of the demo: who is signed in, and which view the address names.

import { content, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { address, go, onRoute, params } from "/shared/router.js";
import { json } from "/shared/http.js";
import { favorites } from "./favorites.js";
import { league } from "./league.js";
import { avatar } from "./parts.js";
import { person } from "./person.js";
import { session, signIn, signOut } from "./session.js";
import { timeline } from "./timeline.js";

/** @import { Schemas } from "plaza-demo" */

const VIEWS = {
  timeline: { title: "Timeline", render: timeline },
  favorites: { title: "Favorites", render: favorites },
  league: { title: "League", render: league },
  person: { title: "Person", render: person },
};

/** The people of the seed, `plaza.demo=true`. */
const PEOPLE = [
  "mara",
  "tomas",
  "ines",
  "yuki",
  "dele",
  "priya",
  "lars",
  "noor",
  "otto",
  "wren",
  "samir",
  "kaia",
];

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let view = new AbortController();
let shown = null;

addEventListener("signed-out", () => {
  toast("You are signed out. Sign in again.");
  render(params());
});
onRoute(render);

function render(now) {
  const name = now.view in VIEWS ? now.view : "timeline";
  const isOther = shown !== null && shown !== name;
  view.abort();
  view = new AbortController();
  shown = session() ? name : "sign in";
  showHeader(name);
  if (!session()) {
    document.title = "Sign in – Lowmere";
    chooser();
    return;
  }
  document.title = `${VIEWS[name].title} – Lowmere`;
  main.className = `view-${name}`;
  VIEWS[name].render(main, now, view.signal);
  if (isOther) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

function showHeader(current) {
  const me = session();
  const links = ["timeline", "favorites", "league"].map((name) =>
    h(
      "a",
      { href: address({ view: name }), "aria-current": name === current ? "page" : null },
      VIEWS[name].title,
    ),
  );
  fill(document.getElementById("views"), me && links);
  fill(
    document.getElementById("account"),
    me &&
      h(
        "a",
        {
          class: "me",
          href: address({ view: "person", id: me.userId }),
          "aria-label": `Your profile, ${me.name}`,
        },
        avatar(me),
      ),
    me && h("button", { type: "button", class: "quiet", onclick: leave }, "Sign out"),
  );
}

function leave() {
  signOut();
  go({});
}

async function chooser() {
  main.className = "view-sign-in";
  const people = h("div", { class: "stack" }, loadingState("Loading the people of Lowmere"));
  const name = h("input", { id: "name", autocomplete: "off", required: true, maxlength: "40" });
  const problem = h("p", { class: "problem-text", role: "alert" });
  const form = h(
    "form",
    {
      class: "row",
      onsubmit: (event) => {
        event.preventDefault();
        enter(name.value.trim());
      },
    },
    h("label", { for: "name" }, "Or be a new person:"),
    h("span", { class: "grow" }, name),
    h("button", null, "Sign in"),
  );
  fill(
    main,
    h(
      "div",
      { class: "welcome stack" },
      h("h1", null, "Who are you in Lowmere?"),
      h(
        "p",
        { class: "muted" },
        "Lowmere is an invented village on this machine. No password is needed; sign in as anyone.",
      ),
      people,
      form,
      problem,
    ),
  );
  await load();

  async function load() {
    const signal = view.signal;
    try {
      const { token } = await json("/dev/token/visitor");
      /** @type {{items: Schemas["UserProfile"][]}} */
      const found = await json(`/users?ids=${PEOPLE.join(",")}`, { token, signal });
      fill(
        people,
        found.items.length > 0
          ? h("ul", { class: "people" }, found.items.map(card))
          : h(
              "div",
              { class: "state" },
              h("p", null, "Lowmere is empty. Fill it when you start Plaza:"),
              h("pre", null, "./mvnw -q -Plocal -Dplaza.demo=true"),
            ),
      );
    } catch (error) {
      if (!signal.aborted) {
        fill(people, errorState(error, load));
      }
    }
  }

  /** @param {Schemas["UserProfile"]} user */
  function card(user) {
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "card person-card", onclick: () => enter(user.userId) },
        avatar(user),
        h(
          "span",
          null,
          h("b", null, content(user.name, null)),
          h("span", { class: "muted small" }, content(user.content ?? "", null)),
        ),
      ),
    );
  }

  async function enter(subject) {
    try {
      await signIn(subject);
      render(params());
    } catch (error) {
      fill(problem, error.message);
    }
  }
}
