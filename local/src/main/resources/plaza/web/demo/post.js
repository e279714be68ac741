// A post: in lists, and on a page of its own with the people who like it.

import { copyButton, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";
import { address, go } from "/shared/router.js";
import { forgetDraft, formProblem, hasDraft, keepDraft, labelled, submitting } from "./forms.js";
import { avatar, moreList, personLink, setTitle } from "./parts.js";
import { personRow } from "./people.js";
import { call, callWithTag, signedIn } from "./session.js";
import { imageLink, longText, wholeText } from "./text.js";
import { undoable } from "./undo.js";
import { watch } from "./views.js";

/** @import { Schemas } from "plaza-demo" */

const POST = "/users/{userId}/posts/{postId}";
const LIKERS_SHOWN = 50;
const TITLE_LENGTH_MAX = 60;
const PRECONDITION_FAILED = 412;

/** Tells every place that shows a post what has changed, with the id as type. */
const changes = new EventTarget();

/** The posts that are deleted, or will be unless the person undoes it. @type {Set<string>} */
const deleted = new Set();

/**
 * @param {string} postId
 * @param {Partial<Schemas["ExpandedPost"]>} detail
 */
function tell(postId, detail) {
  changes.dispatchEvent(new CustomEvent(postId, { detail }));
}

/**
 * A post with its author, its counts and what the signed-in person can do with it.
 *
 * @param {Schemas["ExpandedPost"]} post
 * @param {AbortSignal} signal ends the view of the post
 * @param {(text: string) => HTMLElement} textOf shows its text
 */
export function postCard(post, signal, textOf = longText) {
  const author = post.author ?? { userId: post.userId };
  const { postId } = post;
  const path = { userId: post.userId, postId };
  const isMine = post.userId === signedIn().userId;
  const edited = h("span", { class: "muted small" });
  const text = h("div", null);
  const editButton = h("button", { type: "button", class: "quiet small", onclick: edit });
  const deleteButton = h("button", { type: "button", class: "quiet small", onclick: remove }, "Delete");
  const card = h(
    "article",
    { class: "post", "data-post": postId },
    avatar(author),
    h(
      "div",
      { class: "post-body" },
      h(
        "header",
        null,
        personLink(author, { class: "name" }),
        h(
          "a",
          { class: "muted small time", href: address({ view: "post", id: postId }) },
          timeElement(post.timestamp),
        ),
        edited,
      ),
      text,
      imageLink(post.imageUrl),
      h("div", { class: "actions" }, likeButton(post, signal), isMine && [editButton, deleteButton]),
    ),
  );
  show();
  showText();
  changes.addEventListener(postId, changed, { signal });
  watch(card);
  return card;

  /** @param {any} event */
  function changed({ detail }) {
    const isNewText = "content" in detail;
    post = { ...post, ...detail };
    show();
    if (isNewText) {
      showText();
    }
  }

  function show() {
    card.hidden = deleted.has(postId);
    fill(edited, post.editedAt && "edited");
  }

  function showText() {
    fill(text, textOf(post.content));
    editButton.hidden = false;
    editButton.textContent = hasDraft(draftOf(postId)) ? "Continue editing" : "Edit";
  }

  async function edit() {
    try {
      fill(text, await editor(path, close));
      editButton.hidden = true;
      text.querySelector("textarea")?.focus();
    } catch (error) {
      toast(error.message);
    }
  }

  function close() {
    showText();
    editButton.focus();
  }

  function remove() {
    deleted.add(postId);
    const cards = [...document.querySelectorAll("main [data-post]:not([hidden])")];
    const index = cards.indexOf(card);
    const next = (cards[index + 1] ?? cards[index - 1])?.querySelector("a");
    undoable("Post deleted.", () => call("delete", POST, { path, keepalive: true }), restore);
    tell(postId, {});
    (next ?? document.getElementById("main"))?.focus();
  }

  function restore() {
    deleted.delete(postId);
    tell(postId, {});
    deleteButton.focus();
  }
}

/**
 * A form that edits the current text of a post, so that an edit in another window is not lost.
 *
 * @param {{userId: string, postId: string}} path
 * @param {() => void} close
 */
async function editor(path, close) {
  const draft = draftOf(path.postId);
  let current = await callWithTag("get", POST, { path });
  const text = h("textarea", {
    id: `edit-${path.postId}`,
    name: "content",
    rows: "4",
    value: current.value.content,
    onkeydown: (event) => event.key === "Escape" && close(),
  });
  keepDraft(draft, text);
  return h(
    "form",
    { class: "stack tight", novalidate: true, onsubmit: submitting(save) },
    labelled("Edit the post", text),
    formProblem(),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary" }, "Save"),
      h("button", { type: "button", onclick: cancel }, "Cancel"),
    ),
  );

  function cancel() {
    forgetDraft(draft);
    close();
  }

  async function save() {
    try {
      const headers = { "if-match": current.tag };
      const saved = await call("patch", POST, { path, headers, json: { content: text.value } });
      forgetDraft(draft);
      tell(path.postId, saved);
      close();
    } catch (error) {
      if (error.status !== PRECONDITION_FAILED) {
        throw error;
      }
      current = await callWithTag("get", POST, { path });
      throw new Error(
        `The post was changed meanwhile: “${current.value.content}” Save again to replace that.`,
      );
    }
  }
}

/** @param {string} postId */
function draftOf(postId) {
  return `edit.${signedIn().userId}.${postId}`;
}

/**
 * Shows a like before the response arrives, and takes it back if the response is an error.
 *
 * @param {Schemas["ExpandedPost"]} post
 * @param {AbortSignal} signal
 */
function likeButton(post, signal) {
  let liked = post.mine?.liked ?? false;
  let count = post.counts?.likeCount ?? 0;
  const heart = h("span", { class: "heart", "aria-hidden": "true" });
  const number = h("span", null);
  const button = h("button", { type: "button", class: "like", onclick: change }, heart, number);
  show();
  changes.addEventListener(post.postId, changed, { signal });
  return button;

  /** @param {any} event */
  function changed({ detail: { mine, counts } }) {
    liked = mine?.liked ?? liked;
    count = counts?.likeCount ?? count;
    show();
  }

  function show() {
    heart.textContent = liked ? "♥" : "♡";
    number.textContent = String(count);
    button.setAttribute("aria-pressed", String(liked));
    button.setAttribute("aria-label", `Like, ${count} ${count === 1 ? "like" : "likes"}`);
  }

  function toggle() {
    const likeCount = count + (liked ? -1 : 1);
    tell(post.postId, {
      mine: { liked: !liked },
      counts: { likeCount, viewCount: post.counts?.viewCount ?? 0 },
    });
  }

  async function change() {
    if (button.getAttribute("aria-busy")) {
      return;
    }
    button.setAttribute("aria-busy", "true");
    const method = liked ? "delete" : "put";
    toggle();
    try {
      const path = { postId: post.postId, userId: signedIn().userId };
      await call(method, "/posts/{postId}/likes/{userId}", { path });
    } catch (error) {
      toggle();
      toast(error.message);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }
}

/** The page of one post: one request, and another one for the people who like it. */
export async function postPage(view, params, signal) {
  const path = { postId: params.id ?? "" };
  const body = h("div", { class: "stack" });
  fill(view, h("div", { class: "column" }, h("h1", { class: "visually-hidden" }, "Post"), body));
  await load();

  async function load() {
    fill(body, loadingState("Loading the post"));
    try {
      const post = await call("get", "/posts/{postId}", {
        path,
        query: { expand: ["author", "counts", "mine"] },
        signal,
      });
      const views = post.counts?.viewCount ?? 0;
      const link = new URL(address({ view: "post", id: post.postId }), location.href).href;
      const gone = h("p", { class: "muted" }, "This post is deleted.");
      const likes = h("section", { class: "stack", "aria-label": "People who like this post" });
      const rest = h(
        "div",
        { class: "stack" },
        h(
          "div",
          { class: "row muted small" },
          `${views} ${views === 1 ? "view" : "views"}`,
          copyButton(link, "the link to this post", "Copy link"),
        ),
        likes,
      );
      const show = () => {
        gone.hidden = !deleted.has(post.postId);
        rest.hidden = !gone.hidden;
      };
      changes.addEventListener(post.postId, show, { signal });
      show();
      fill(body, h("div", { class: "list" }, postCard(post, signal, wholeText)), gone, rest);
      setTitle(view, `${post.author?.name ?? post.userId}: ${post.content.slice(0, TITLE_LENGTH_MAX)}`);
      await (params.list === "likes" ? loadLikes(likes) : offerLikes(likes));
    } catch (error) {
      if (!signal.aborted) {
        fill(body, error.status === 404 ? missing() : errorState(error, load));
      }
    }
  }

  function offerLikes(place) {
    const show = () => {
      go({ view: "post", id: path.postId, list: "likes" }, { replace: true, isSilent: true });
      loadLikes(place).then(() => place.querySelector("h2")?.focus());
    };
    fill(place, h("div", null, h("button", { type: "button", onclick: show }, "Show who likes it")));
  }

  async function loadLikes(place) {
    fill(place, loadingState("Loading the people"));
    const request = (cursor) =>
      call("get", "/posts/{postId}/likes", {
        path,
        query: { expand: ["user", "mine"], limit: LIKERS_SHOWN, cursor },
        signal,
      });
    try {
      const page = await request();
      const more = moreList(
        page,
        request,
        (row) => personRow(row, signal),
        "People who like this post",
        "Show more",
      );
      fill(
        place,
        h("h2", { tabindex: "-1" }, "Liked by"),
        page.items.length > 0 ? more.list : h("p", { class: "muted" }, "Be the first who likes this post."),
        more.foot,
      );
    } catch (error) {
      if (!signal.aborted) {
        fill(place, errorState(error, () => loadLikes(place)));
      }
    }
  }
}

function missing() {
  return emptyState(
    "This post does not exist",
    "Its author may have deleted it.",
    h("a", { class: "button", href: address({ view: "timeline" }) }, "Back to the timeline"),
  );
}
