// A person: profile, posts, and the people around them.

import { content, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { avatar, moreList, personLink, postCard } from "./parts.js";
import { call, callOrNull, id, session } from "./session.js";

const LISTS = { followers: "Followers", following: "Following" };

export async function person(main, params, signal) {
  const me = session();
  const path = `/users/${id(params.id ?? me.userId)}`;
  const isMe = (params.id ?? me.userId) === me.userId;
  const body = h("div", { class: "stack" });
  fill(main, h("div", { class: "column" }, body));
  await load();

  async function load() {
    fill(body, loadingState("Loading the profile"));
    try {
      const [profile, follow, page] = await Promise.all([
        call(path, { signal }),
        isMe ? null : callOrNull(`/users/${id(me.userId)}/following/${id(params.id)}`, { signal }),
        call(listPath(), { signal }),
      ]);
      fill(body, head(profile, follow !== null), tabs(profile), list(page, profile));
      document.title = `${profile.name} – Lowmere`;
    } catch (error) {
      if (!signal.aborted) {
        fill(body, errorState(error, load));
      }
    }
  }

  function listPath() {
    return params.list in LISTS
      ? `${path}/${params.list}?expand=user,mine&limit=50`
      : `${path}/posts?expand=author,counts,mine&limit=20`;
  }

  function head(profile, follows) {
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
      !isMe && followButton(profile, follows, followers),
    );
  }

  function followButton(profile, follows, followers) {
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
      const method = follows ? "DELETE" : "PUT";
      toggle();
      try {
        await call(`/users/${id(me.userId)}/following/${id(profile.userId)}`, { method });
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

  function list(page, profile) {
    if (page.items.length === 0) {
      return params.list
        ? emptyState("No people yet", "This list is empty.", backToPosts(profile))
        : emptyState(
            "No posts yet",
            `${profile.name} has not written anything.`,
            h("a", { class: "button", href: "/demo/" }, "Back to the timeline"),
          );
    }
    const more = moreList(
      page,
      (cursor) => call(`${listPath()}&cursor=${id(cursor)}`, { signal }),
      params.list in LISTS ? personRow : postCard,
      params.list in LISTS ? LISTS[params.list] : "Posts",
    );
    return h("div", { class: "stack" }, more.list, more.foot);
  }
}

function backToPosts(profile) {
  return h(
    "a",
    { class: "button", href: address({ view: "person", id: profile.userId }) },
    "Show posts",
  );
}

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
