// A person: profile, posts, and the people around them.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { avatar, moreList, personLink, postCard } from "./parts.js";
import { call, signedIn } from "./session.js";

/** @import { Schemas } from "plaza-demo" */

const LISTS = { followers: "Followers", following: "Following" };

export async function person(main, params, signal) {
  const me = signedIn();
  const userId = params.id ?? me.userId;
  const path = { userId };
  const isMe = userId === me.userId;
  const body = h("div", { class: "stack" });
  fill(main, h("div", { class: "column" }, body));
  await load();

  async function load() {
    fill(body, loadingState("Loading the profile"));
    try {
      const [profile, content] = await Promise.all([
        call("get", "/users/{userId}", { path, query: { expand: ["mine"] }, signal }),
        list(),
      ]);
      fill(body, head(profile), tabs(profile), content ?? nothing(profile));
      document.title = `${profile.name} – Lowmere`;
    } catch (error) {
      if (!signal.aborted) {
        fill(body, errorState(error, load));
      }
    }
  }

  /** Returns the list that the address names, or null if it is empty. */
  function list() {
    switch (params.list) {
      case "followers":
      case "following":
        return people(params.list);
      default:
        return posts();
    }
  }

  /** @param {"followers" | "following"} name */
  async function people(name) {
    const load = (cursor) =>
      call("get", `/users/{userId}/${name}`, {
        path,
        query: { expand: ["user", "mine"], limit: 50, cursor },
        signal,
      });
    return listed(await load(), load, personRow, LISTS[name]);
  }

  async function posts() {
    const load = (cursor) =>
      call("get", "/users/{userId}/posts", {
        path,
        query: { expand: ["author", "counts", "mine"], limit: 20, cursor },
        signal,
      });
    return listed(await load(), load, postCard, "Posts");
  }

  /** @param {Schemas["ExpandedUserProfile"]} profile */
  function head(profile) {
    const followers = h("b", null, String(profile.followerCount));
    return h(
      "section",
      { class: "profile card" },
      avatar(profile),
      h(
        "div",
        { class: "stack tight" },
        h("h1", null, content(profile.name, null)),
        profile.content && h("p", null, content(profile.content, null)),
        h(
          "p",
          { class: "muted" },
          h("b", null, String(profile.postCount)),
          " posts · ",
          followers,
          " followers · ",
          h("b", null, String(profile.followingCount)),
          " following",
        ),
      ),
      !isMe && followButton(profile, followers),
    );
  }

  /** @param {Schemas["ExpandedUserProfile"]} profile */
  function followButton(profile, followers) {
    let follows = profile.mine?.following ?? false;
    const button = h("button", { type: "button", onclick: change });
    show();
    return button;

    function show() {
      button.textContent = follows ? "Following" : "Follow";
      button.className = follows ? "" : "primary";
      button.setAttribute("aria-pressed", String(follows));
      button.setAttribute("aria-label", `Follow ${profile.name}`);
      followers.textContent = String(profile.followerCount);
    }

    async function change() {
      const method = follows ? "delete" : "put";
      toggle();
      try {
        await call(method, "/users/{userId}/following/{followeeId}", {
          path: { userId: me.userId, followeeId: profile.userId },
        });
      } catch (error) {
        toggle();
        toast(error.message);
      }
    }

    function toggle() {
      follows = !follows;
      profile.followerCount += follows ? 1 : -1;
      show();
    }
  }

  /** @param {Schemas["UserProfile"]} profile */
  function tabs(profile) {
    const tab = (name, text) =>
      h(
        "a",
        {
          href: address({ view: "person", id: profile.userId, list: name }),
          "aria-current": (params.list ?? "") === name ? "page" : null,
        },
        text,
      );
    return h(
      "nav",
      { class: "tabs", "aria-label": "Lists" },
      tab("", "Posts"),
      Object.entries(LISTS).map(([name, text]) => tab(name, text)),
    );
  }

  /** @param {Schemas["UserProfile"]} profile */
  function nothing(profile) {
    return params.list in LISTS
      ? emptyState("No people yet", "This list is empty.", backToPosts(profile))
      : emptyState(
          "No posts yet",
          `${profile.name} has not written anything.`,
          h("a", { class: "button", href: "/demo/" }, "Back to the timeline"),
        );
  }
}

/**
 * @template Item
 * @param {{items: Item[], nextCursor?: string}} page
 * @param {(cursor?: string) => Promise<{items: Item[], nextCursor?: string}>} load
 * @param {(item: Item) => HTMLElement} row
 * @param {string} name
 */
function listed(page, load, row, name) {
  if (page.items.length === 0) {
    return null;
  }
  const more = moreList(page, load, row, name);
  return h("div", { class: "stack" }, more.list, more.foot);
}

/** @param {Schemas["UserProfile"]} profile */
function backToPosts(profile) {
  return h(
    "a",
    { class: "button", href: address({ view: "person", id: profile.userId }) },
    "Show posts",
  );
}

/** @param {Schemas["ExpandedFollow"]} row */
function personRow(row) {
  const user = row.user ?? { userId: row.userId };
  return h(
    "article",
    { class: "post person-row" },
    avatar(user),
    h(
      "div",
      { class: "row spread grow" },
      personLink(user, { class: "name" }),
      row.mine?.followedBy && h("span", { class: "badge" }, "follows you"),
    ),
  );
}
