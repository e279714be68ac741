// People in lists, the button that follows them, and the search for them.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { json } from "/shared/http.js";
import { go } from "/shared/router.js";
import { whileBusy } from "../forms.js";
import { afterPause, avatar, moreList } from "../parts.js";
import { personLink } from "./parts.js";
import { watchStanding } from "./safety.js";
import { all, call, forget, remember, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const FOLLOW = "/users/{userId}/following/{followeeId}";
const PAGE = 50;

/** Tells every button of a person whether they are followed, with their id as type. */
const changes = new EventTarget();

/**
 * A button that follows a person, or unfollows them. It shows the new state before the response
 * arrives, and takes it back if the response is an error. A protected person receives a request,
 * which the button withdraws.
 *
 * @param {Schemas["UserSummary"]} user
 * @param {boolean} isFollowed
 * @param {AbortSignal} signal ends its view
 * @param {(difference: 1 | -1) => void} [changed] changes the number of followers
 */
export function followButton(user, isFollowed, signal, changed = () => {}) {
  let follows = isFollowed;
  let isRequested = false;
  const button = h("button", { type: "button", onclick: () => whileBusy(button, change) });
  changes.addEventListener(user.userId, toggled, { signal });
  show();
  return button;

  function show() {
    button.textContent = isRequested ? "Requested" : follows ? "Following" : "Follow";
    button.className = follows || isRequested ? "follow" : "follow primary";
    button.setAttribute("aria-pressed", String(follows || isRequested));
    button.setAttribute("aria-label", `Follow ${user.name ?? user.userId}`);
  }

  async function change() {
    const wasRequested = isRequested;
    const method = follows || wasRequested ? "delete" : "put";
    isRequested = false;
    const isShownAtOnce = !wasRequested && !user.protected;
    if (isShownAtOnce) {
      toggle();
    }
    try {
      const path = { userId: signedIn().userId, followeeId: user.userId };
      if (method === "put") {
        const response = await call("put", FOLLOW, { path });
        isRequested = "state" in response && response.state === "requested";
      } else {
        await call("delete", FOLLOW, { path });
      }
      if (!wasRequested && isRequested === isShownAtOnce) {
        toggle();
      }
      show();
      forget();
    } catch (error) {
      isRequested = wasRequested;
      if (isShownAtOnce) {
        toggle();
      }
      show();
      toast(error.message);
    }
  }

  function toggle() {
    changes.dispatchEvent(new CustomEvent(user.userId, { detail: !follows }));
  }

  /** @param {any} event */
  function toggled({ detail }) {
    if (follows !== detail) {
      follows = detail;
      changed(follows ? 1 : -1);
      show();
    }
  }
}

/**
 * A person in a list of followers, followees or likes.
 *
 * @param {Schemas["ExpandedFollow"] | Schemas["ExpandedLike"]} row
 * @param {AbortSignal} signal ends its view
 */
export function personRow({ userId, user = { userId }, mine }, signal) {
  return followRow(user, mine?.following ?? false, signal, mine?.followedBy);
}

/**
 * A person with the button that follows them.
 *
 * @param {Schemas["UserSummary"] & {content?: string}} user with what they say about themselves
 * @param {boolean} isFollowed
 * @param {AbortSignal} signal ends its view
 * @param {boolean} [followsBack]
 */
export function followRow(user, isFollowed, signal, followsBack = false) {
  const isMe = user.userId === signedIn().userId;
  const card = h(
    "article",
    { class: "post person-row" },
    avatar(user),
    h(
      "div",
      { class: "row spread grow" },
      h(
        "div",
        { class: "who" },
        h("span", { class: "row" }, personLink(user, { class: "name" }), lock(user), followsBack && h("span", { class: "badge" }, "follows you")),
        user.content && content(user.content, { class: "content muted small about" }),
      ),
      isMe ? h("span", { class: "muted" }, "you") : followButton(user, isFollowed, signal),
    ),
  );
  watchStanding(
    user.userId,
    (standing) => {
      card.hidden ||= standing === "blocked";
    },
    signal,
  );
  return card;
}

/**
 * The mark of a protected person, or nothing.
 *
 * @param {{ protected?: boolean }} user
 */
export function lock(user) {
  return user.protected ? h("span", { class: "badge" }, "protected") : null;
}

/**
 * A person who asks to follow the signed-in person, with the two answers.
 *
 * @param {Schemas["ExpandedFollowRequest"]} request
 */
export function requestRow({ userId, user = { userId } }) {
  return h(
    "article",
    { class: "post person-row" },
    avatar(user),
    h("div", { class: "row spread grow" }, personLink(user, { class: "name" }), requestAnswers(user)),
  );
}

/**
 * The two answers to a person who asks to follow the signed-in person.
 *
 * @param {Schemas["UserSummary"]} user
 */
export function requestAnswers(user) {
  const answers = h(
    "span",
    { class: "row" },
    answer("put", "Accept", "Accepted", "primary"),
    answer("delete", "Decline", "Declined", ""),
  );
  return answers;

  /**
   * @param {"put" | "delete"} method
   * @param {string} text
   * @param {string} done
   * @param {string} className
   */
  function answer(method, text, done, className) {
    return h(
      "button",
      {
        type: "button",
        class: className,
        "aria-label": `${text} ${user.name ?? user.userId}`,
        onclick: async () => {
          try {
            await call(method, "/users/{userId}/follow-requests/{requesterId}", {
              path: { userId: signedIn().userId, requesterId: user.userId },
            });
            forget("askers");
            fill(answers, h("span", { class: "muted", role: "status" }, done));
          } catch (error) {
            toast(error.message);
          }
        },
      },
      text,
    );
  }
}

/** A search for people by the beginnings of their names. It begins with people to follow. */
export async function people(view, params, signal) {
  const found = h("div", { class: "stack" });
  const search = h("input", {
    id: "people-search",
    type: "search",
    value: params.q ?? "",
    placeholder: "Search people",
    autocomplete: "off",
    oninput: afterPause(() => {
      go({ view: "people", q: search.value.trim() }, { replace: true, isSilent: true });
      load();
    }),
  });
  const again = h(
    "button",
    {
      type: "button",
      onclick: () => {
        search.focus();
        search.select();
      },
    },
    "Search again",
  );
  fill(
    view,
    h(
      "div",
      { class: "column" },
      h("h1", null, "People"),
      h("label", { for: "people-search", class: "visually-hidden" }, "Search people"),
      search,
      found,
    ),
  );
  search.focus({ preventScroll: true });
  await load();

  async function load() {
    const q = search.value.trim();
    if (q === "") {
      return showSuggestions(h("p", { class: "muted" }, "Type the beginning of a first or last name."));
    }
    if (!found.querySelector(".list")) {
      fill(found, loadingState("Searching"));
    }
    const request = (cursor) =>
      call("get", "/users", { query: { q, limit: PAGE, cursor }, signal });
    try {
      const [page, followed] = await Promise.all([request(), following()]);
      if (q !== search.value.trim()) {
        return;
      }
      if (page.items.length === 0) {
        return showSuggestions(
          emptyState(
            "No one found",
            `No name has a word that begins with “${q}”. The beginning of a first or last name is enough, accents are not needed.`,
            again,
          ),
        );
      }
      const more = moreList(
        page,
        request,
        (user) => followRow(user, followed.has(user.userId), signal),
        "People",
        "Show more",
      );
      fill(found, more.list, more.foot);
    } catch (error) {
      if (!signal.aborted) {
        fill(found, errorState(error, load));
      }
    }
  }

  /** Shows people to follow below a message. @param {HTMLElement} message */
  async function showSuggestions(message) {
    fill(found, message);
    const users = await suggestions().catch(() => []);
    if (message.isConnected && users.length > 0) {
      const rows = users.map((user) => followRow(user, false, signal));
      found.append(h("h2", null, "People to follow"), h("div", { class: "list" }, rows));
    }
  }
}

/**
 * The people of the village whom the signed-in person does not follow.
 *
 * @returns {Promise<Schemas["UserProfile"][]>}
 */
export async function suggestions() {
  const [users, followed] = await Promise.all([remember("village", village), following()]);
  const { userId } = signedIn();
  return users.filter((user) => user.userId !== userId && !followed.has(user.userId));
}

/** The profiles of the people of the village. */
async function village() {
  const ids = (await json("/demo/people.json")).map(({ id }) => id);
  return (await call("get", "/users", { query: { ids } })).items;
}

/** The ids of the people whom the signed-in person follows. */
function following() {
  const path = { userId: signedIn().userId };
  return remember("following", async () => {
    const follows = await all("/users/{userId}/following", { path, query: { limit: 100 } });
    return new Set(follows.map((follow) => follow.userId));
  });
}
