// A person: profile, posts, and the people around them.

import { content, emptyState, errorState, fill, h, loadingState } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { timeElement } from "/shared/time.js";
import {
  conflictPlace,
  forgetDraft,
  formProblem,
  hasDraft,
  keepDraft,
  keepTag,
  keptTag,
  labelled,
  showConflict,
  submitting,
} from "../forms.js";
import { avatar, mediaPath, moreList, setTitle } from "../parts.js";
import { withAside } from "./aside.js";
import { isLeaving, ownMenu, showLeaving } from "./leaving.js";
import { followButton, lock, personRow, requestRow } from "./people.js";
import { postCard } from "./post.js";
import { blockedState, blockRow, isBlocked, muteRow, safetyMenu, watchStanding } from "./safety.js";
import { call, callWithTag, setProfile, signedIn } from "../session.js";
import { imageLink, longText } from "./text.js";
import { imagesField } from "./uploads.js";

/** @import { Schemas } from "plaza-demo" */

const USER = "/users/{userId}";
const PRECONDITION_FAILED = 412;
const LISTS = { followers: "Followers", following: "Following" };
const REPLIES = "replies";
const REQUESTS = "requests";
const BLOCKS = "blocks";
const MUTES = "mutes";
const PROTECTED = "urn:plaza:problem:protected";
const FIELDS = ["name", "content", "image"];

/** The longest side of a new image of a profile in pixels. */
const IMAGE_SIDE_MAX = 512;

export async function person(view, params, signal) {
  const me = signedIn();
  const userId = params.id ?? me.userId;
  const path = { userId };
  const isMe = userId === me.userId;
  if (isMe && me.isLeaving) {
    showLeaving({ replace: true });
    return;
  }
  const body = h("div", { class: "stack" });
  fill(view, withAside(signal, h("div", { class: "column" }, body)));
  watchStanding(userId, (standing) => standing === "blocked" && showBlocked()?.focus(), signal);
  await load();

  async function load() {
    fill(body, loadingState("Loading the profile"));
    try {
      const [{ value: profile, tag }, content] = await Promise.all([
        callWithTag("get", USER, { path, query: { expand: ["mine"] }, signal }),
        list().catch(onlyForFollowers),
      ]);
      const isProtected = content === PROTECTED;
      fill(
        body,
        profile.suspendedAt && suspended(profile.suspendedAt),
        head(profile, tag),
        isProtected ? null : tabs(profile),
        isProtected ? protectedState(profile) : (content ?? nothing(profile)),
      );
      setTitle(view, profile.name);
    } catch (error) {
      if (error.status === 404 && !isMe && (await isBlocked(userId).catch(() => false))) {
        showBlocked();
      } else if (error.status === 404 && isMe && (await isLeaving().catch(() => false))) {
        showLeaving({ replace: true });
      } else if (!signal.aborted) {
        fill(body, errorState(error, load));
      }
    }
  }

  /** Returns the button that ends the block. */
  function showBlocked() {
    const state = blockedState(userId, load);
    fill(body, h("h1", null, content(`@${userId}`, null)), state);
    setTitle(view, `@${userId}`);
    return state.querySelector("button");
  }

  /** Returns the list that the address names, or null if it is empty. */
  function list() {
    switch (params.list) {
      case "followers":
      case "following":
        return people(params.list);
      case REPLIES:
        return posts("only");
      case REQUESTS:
        return requests();
      case BLOCKS:
        return blocks();
      case MUTES:
        return mutes();
      default:
        return posts("exclude");
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
    return listed(await load(), load, (row) => personRow(row, signal), LISTS[name]);
  }

  async function requests() {
    const load = (cursor) =>
      call("get", "/users/{userId}/follow-requests", {
        path,
        query: { expand: ["user"], limit: 50, cursor },
        signal,
      });
    return listed(await load(), load, requestRow, "Requests");
  }

  async function blocks() {
    const load = (cursor) =>
      call("get", "/users/{userId}/blocks", {
        path,
        query: { expand: ["user"], limit: 50, cursor },
        signal,
      });
    return listed(await load(), load, blockRow, "Blocked people", "Show more");
  }

  async function mutes() {
    const load = (cursor) =>
      call("get", "/users/{userId}/mutes", {
        path,
        query: { expand: ["user"], limit: 50, cursor },
        signal,
      });
    return listed(await load(), load, muteRow, "Muted people", "Show more");
  }

  /** @param {"exclude" | "only"} replies */
  async function posts(replies) {
    const load = (cursor) =>
      call("get", "/users/{userId}/posts", {
        path,
        query: { replies, expand: ["author", "counts", "mine"], limit: 20, cursor },
        signal,
      });
    const name = replies === "only" ? "Replies" : "Posts";
    return listed(await load(), load, (post) => postCard(post, signal), name);
  }

  /** @param {Schemas["ExpandedUserProfile"]} profile @param {string} tag its entity tag */
  function head(profile, tag) {
    const followers = h("span", null);
    const showFollowers = () =>
      fill(followers, counted(profile.followerCount, "follower", "followers"));
    showFollowers();
    return h(
      "section",
      { class: "profile card" },
      avatar(profile),
      h(
        "div",
        { class: "stack tight" },
        h("h1", null, content(profile.name, null), " ", lock(profile)),
        profile.content && longText(profile.content),
        !mediaPath(profile.imageUrl) && imageLink(profile.imageUrl),
        h(
          "p",
          { class: "muted" },
          counted(profile.postCount, "post", "posts"),
          " · ",
          followers,
          " · ",
          counted(profile.followingCount, "following", "following"),
        ),
      ),
      isMe
        ? h(
            "div",
            { class: "row" },
            h(
              "button",
              { type: "button", onclick: () => edit(profile, tag) },
              FIELDS.some((name) => hasDraft(draftOf(name))) ? "Continue editing" : "Edit profile",
            ),
            ownMenu(),
          )
        : h(
            "div",
            { class: "row" },
            followButton(profile, profile.mine?.following ?? false, signal, (difference) => {
              profile.followerCount += difference;
              showFollowers();
            }),
            safetyMenu(profile),
          ),
    );
  }

  /** @param {Schemas["ExpandedUserProfile"]} profile @param {string} tag its entity tag */
  function edit(profile, tag) {
    const form = profileForm(profile, tag, async (current) => {
      if (current && (current.value.name !== profile.name || current.value.imageUrl !== profile.imageUrl)) {
        await load();
      } else if (current) {
        form.replaceWith(head({ ...current.value, mine: profile.mine }, current.tag));
      } else {
        form.replaceWith(head(profile, tag));
      }
      const button = body.querySelector(".profile button");
      if (button instanceof HTMLElement) {
        button.focus();
      }
    });
    body.querySelector(".profile")?.replaceWith(form);
    form.querySelector("input")?.focus();
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
      tab(REPLIES, "Replies"),
      Object.entries(LISTS).map(([name, text]) => tab(name, text)),
      isMe && [tab(REQUESTS, "Requests"), tab(BLOCKS, "Blocked"), tab(MUTES, "Muted")],
    );
  }

  /** @param {Schemas["UserProfile"]} profile */
  function nothing(profile) {
    if (params.list in LISTS) {
      return emptyState("No people yet", "This list is empty.", backToPosts(profile));
    }
    if (params.list === REQUESTS) {
      return emptyState("No requests", "Requests to follow you appear here while your profile is protected.", backToPosts(profile));
    }
    if (params.list === BLOCKS) {
      return emptyState(
        "You block no one",
        "Block a person from the menu “More” of their profile or of a post. You then do not see each other.",
        backToPosts(profile),
      );
    }
    if (params.list === MUTES) {
      return emptyState(
        "You mute no one",
        "Mute a person from the menu “More” of their profile or of a post. Your timeline and replies then do not show their posts.",
        backToPosts(profile),
      );
    }
    if (params.list === REPLIES) {
      return emptyState(
        "No replies yet",
        `${profile.name} has not replied to anyone.`,
        backToPosts(profile),
      );
    }
    return emptyState(
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
 * @param {string} [action] what the button of the next page says
 */
function listed(page, load, row, name, action) {
  if (page.items.length === 0) {
    return null;
  }
  const more = moreList(page, load, row, name, action);
  return h("div", { class: "stack" }, more.list, more.foot);
}

/** @param {number} count @param {string} one @param {string} many */
function counted(count, one, many) {
  return [h("b", null, String(count)), ` ${count === 1 ? one : many}`];
}

/** Returns the type of the problem if only followers may see a list. */
function onlyForFollowers(error) {
  if (error.problem?.type === PROTECTED) {
    return PROTECTED;
  }
  throw error;
}

/** @param {Schemas["UserProfile"]} profile */
function protectedState(profile) {
  return emptyState(
    "These posts are protected",
    `Only followers whom ${profile.name} has accepted can see them. Press Follow to send a request.`,
    h("a", { class: "button", href: "/demo/" }, "Back to the timeline"),
  );
}

/** @param {Schemas["UserProfile"]} profile */
function backToPosts(profile) {
  return h(
    "a",
    { class: "button", href: address({ view: "person", id: profile.userId }) },
    "Show posts",
  );
}

/** What a suspended person reads above their profile. @param {string} since */
function suspended(since) {
  return h(
    "section",
    { class: "card suspended", "aria-label": "Suspension" },
    h("h2", null, "Your account is suspended"),
    h(
      "p",
      null,
      "An administrator suspended it ",
      timeElement(since),
      ". You can read, but not write. No one else sees your profile and your posts.",
    ),
  );
}

/**
 * A form for the own profile.
 *
 * @param {Schemas["UserProfile"]} profile
 * @param {string} tag its entity tag
 * @param {(current?: {value: Schemas["UserProfile"], tag: string}) => void} close receives the profile if it has changed
 */
function profileForm(profile, tag, close) {
  const path = { userId: profile.userId };
  const draft = `profile.${profile.userId}`;
  /** The version that is replaced: of a draft, the one that it began with. */
  let version = (FIELDS.some((name) => hasDraft(draftOf(name))) && keptTag(draft)) || tag;
  keepTag(draft, version);
  const name = h("input", { id: "profile-name", name: "name", value: profile.name, autocomplete: "off" });
  const about = h("textarea", {
    id: "profile-content",
    name: "content",
    rows: "3",
    value: profile.content ?? "",
  });
  const send = h("button", { class: "primary" }, "Save");
  const image = imagesField({
    id: "profile-image",
    field: "imageUploadId",
    draft: draftOf("image"),
    max: 1,
    start: profile.imageUrl ? [{ name: "your image", url: profile.imageUrl }] : [],
    hasAlt: false,
    sideMax: IMAGE_SIDE_MAX,
    changed: () => (send.disabled = !image.isReady()),
  });
  const isProtected = h("input", {
    id: "profile-protected",
    name: "protected",
    type: "checkbox",
    checked: profile.protected ?? false,
  });
  for (const control of [name, about]) {
    keepDraft(draftOf(control.name), control);
  }
  const conflict = conflictPlace();
  const form = h(
    "form",
    { class: "card stack", novalidate: true, onsubmit: submitting(save) },
    h("h1", null, "Your profile"),
    labelled("Name", name),
    labelled("About you", about),
    h(
      "div",
      { class: "field", role: "group", "aria-labelledby": "profile-image-label" },
      h("span", { id: "profile-image-label", class: "label" }, "Image"),
      image.element,
      h("div", { class: "row" }, image.button),
    ),
    h(
      "label",
      { class: "check" },
      isProtected,
      "Protected: only followers whom you accept see your posts",
    ),
    formProblem(),
    conflict,
    h(
      "div",
      { class: "row" },
      send,
      h("button", { type: "button", onclick: () => end() }, "Cancel"),
    ),
  );
  image.receiveFrom(form);
  return form;

  /** @param {{value: Schemas["UserProfile"], tag: string}} [current] */
  function end(current) {
    image.reset();
    FIELDS.forEach((field) => forgetDraft(draftOf(field)));
    forgetDraft(draft);
    const me = signedIn();
    if (current && (current.value.name !== me.name || current.value.imageUrl !== me.imageUrl)) {
      setProfile(current.value);
    }
    close(current);
  }

  async function save() {
    if (send.disabled) {
      return;
    }
    const [{ url, uploadId } = {}] = image.values();
    const json = {
      name: name.value,
      content: about.value.trim() || undefined,
      imageUrl: url,
      imageUploadId: uploadId,
      protected: isProtected.checked,
    };
    try {
      end(await callWithTag("put", USER, { path, headers: { "if-match": version }, json }));
    } catch (error) {
      if (error.status !== PRECONDITION_FAILED) {
        throw error;
      }
      const other = await callWithTag("get", USER, { path });
      showConflict(conflict, "Your profile was changed in another window.", differences(other.value), {
        take: () => end(other),
        replace: () => {
          version = other.tag;
          form.requestSubmit();
        },
      });
    }
  }

  /** What a profile has instead of what the form has. @param {Schemas["UserProfile"]} other */
  function differences(other) {
    const [{ url, uploadId } = {}] = image.values();
    return [
      other.name !== name.value.trim() && `the name “${other.name}”`,
      (other.content ?? "") !== about.value.trim() &&
        (other.content ? `about you “${other.content}”` : "nothing about you"),
      (uploadId !== undefined || other.imageUrl !== url) && (other.imageUrl ? "another image" : "no image"),
      (other.protected ?? false) !== isProtected.checked &&
        (other.protected ? "protected posts" : "posts that everyone sees"),
    ].filter((each) => each !== false);
  }
}

/** @param {string} field */
function draftOf(field) {
  return `profile.${signedIn().userId}.${field}`;
}
