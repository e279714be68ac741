// A post, in lists and in its thread.

import { content, fill, h, toast } from "/shared/dom.js";
import { timeElement } from "/shared/time.js";
import { address } from "/shared/router.js";
import { forgetDraft, formProblem, hasDraft, keepDraft, labelled, submitting, whileBusy } from "../forms.js";
import { icon, iconAlone } from "../icons.js";
import { avatar } from "../parts.js";
import { imageGrid } from "./images.js";
import { leaving, personLink } from "./parts.js";
import { safetyMenu, watchStanding } from "./safety.js";
import { call, callWithTag, signedIn } from "../session.js";
import { imageLink, longText, wholeText } from "./text.js";
import { undoable } from "../undo.js";
import { imagesField } from "./uploads.js";
import { watch } from "./views.js";

/** @import { Schemas } from "plaza-demo" */
/** @import { Standing } from "./safety.js" */

const POST = "/users/{userId}/posts/{postId}";
const PRECONDITION_FAILED = 412;
const IMAGES_MAX = 4;

/** Tells every place that shows a post what has changed, with the id as type. */
const changes = new EventTarget();

/** The posts that are deleted, or will be unless the person undoes it. @type {Set<string>} */
const deleted = new Set();

/**
 * What has changed: properties of the post, some of its counts, or how many replies it has got.
 *
 * @typedef {Partial<Omit<Schemas["ExpandedPost"], "counts">> & {counts?: Partial<Schemas["PostCounts"]>, replies?: number}} Change
 */

/**
 * @param {string} postId
 * @param {Change} detail
 */
function tell(postId, detail) {
  changes.dispatchEvent(new CustomEvent(postId, { detail }));
}

/** Shows in every place that a post has got a reply. @param {string} postId */
export function replied(postId) {
  tell(postId, { replies: 1 });
}

/**
 * Calls `show` with whether a post is deleted, now and whenever that changes.
 *
 * @param {string} postId
 * @param {(isDeleted: boolean) => void} show
 * @param {AbortSignal} signal
 */
export function watchDeletion(postId, show, signal) {
  const changed = () => show(deleted.has(postId));
  changes.addEventListener(postId, changed, { signal });
  changed();
}

/**
 * A post with its author, its counts and what the signed-in person can do with it.
 *
 * @param {Schemas["ExpandedPost"]} post
 * @param {AbortSignal} signal ends the view of the post
 * @param {{isSubject?: boolean, isInThread?: boolean, isWithoutMuted?: boolean, actions?: HTMLElement[]}} [place]
 *   `isSubject` if the page is about the post, `isInThread` if its parent is shown as well,
 *   `isWithoutMuted` if the list does not contain posts of muted people, and more buttons
 */
export function postCard(post, signal, { isSubject, isInThread, isWithoutMuted = false, actions } = {}) {
  const author = post.author ?? { userId: post.userId };
  const { postId } = post;
  const path = { userId: post.userId, postId };
  const isMine = post.userId === signedIn().userId;
  const edited = h("span", { class: "muted small" });
  const text = h("div", null);
  const images = h("div", null);
  const editButton = h("button", { type: "button", class: "action", onclick: edit });
  const deleteButton = h("button", { type: "button", class: "action danger", onclick: remove }, iconAlone("delete", "Delete"));
  const replyNumber = isSubject
    ? h("span", { class: "action replies" })
    : h("a", { class: "action replies", href: address({ view: "post", id: postId }) });
  let replies = post.counts?.replyCount ?? 0;
  /** @type {Standing} */
  let standing = "";
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
      !isInThread && parentLink(post),
      text,
      images,
      imageLink(post.imageUrl),
      h(
        "div",
        { class: "actions" },
        likeButton(post, signal),
        replyNumber,
        isMine && [editButton, deleteButton],
        actions,
        !isMine && safetyMenu(author, postId),
      ),
    ),
  );
  show();
  showText();
  changes.addEventListener(postId, changed, { signal });
  watchStanding(post.userId, stand, signal);
  watch(card);
  return card;

  /** @param {any} event */
  function changed({ detail }) {
    const isNewText = "content" in detail;
    post = { ...post, ...detail };
    replies += detail.replies ?? 0;
    show();
    if (isNewText) {
      showText();
    }
  }

  /** A block stays until the posts are loaded again. @param {Standing} now */
  function stand(now) {
    standing = standing === "blocked" ? standing : now;
    show();
  }

  function show() {
    const isAway = standing === "blocked" || (standing === "muted" && isWithoutMuted);
    card.hidden = deleted.has(postId) || isAway;
    fill(edited, post.editedAt && "edited");
    const number = `${replies} ${replies === 1 ? "reply" : "replies"}`;
    fill(replyNumber, icon("reply"), replies === 0 && !isSubject ? "Reply" : number);
  }

  function showText() {
    fill(text, isSubject ? wholeText(post.content) : longText(post.content));
    fill(images, imageGrid(post.images));
    editButton.hidden = false;
    const isBegun = [draftOf(postId), imagesDraftOf(postId)].some(hasDraft);
    fill(editButton, isBegun ? [icon("edit"), "Continue editing"] : iconAlone("edit", "Edit"));
  }

  async function edit() {
    try {
      fill(text, await editor(path, close));
      fill(images); // the form has them
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
    undoable("Post deleted.", () => call("delete", POST, { path, keepalive: true }), restore);
    leaving(card, () => changeDeletion(true));
  }

  function restore() {
    changeDeletion(false);
    deleteButton.focus();
  }

  /** @param {boolean} isDeleted */
  function changeDeletion(isDeleted) {
    deleted[isDeleted ? "add" : "delete"](postId);
    tell(postId, {});
    if (post.inReplyTo) {
      tell(post.inReplyTo.postId, { replies: isDeleted ? -1 : 1 });
    }
  }
}

/** A link to the post to which a post replies. @param {Schemas["ExpandedPost"]} post */
function parentLink({ inReplyTo }) {
  if (!inReplyTo) {
    return null;
  }
  const { postId, author } = inReplyTo;
  return h(
    "a",
    { class: "muted small parent", href: address({ view: "post", id: postId }) },
    "replying to ",
    author ? content(author.name ?? author.userId, null) : "a post",
  );
}

/**
 * A form that edits the current text and images of a post, so that an edit in another window is not
 * lost.
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
  const send = h("button", { class: "primary" }, "Save");
  const images = imagesField({
    id: `edit-${path.postId}-images`,
    field: "images",
    draft: imagesDraftOf(path.postId),
    max: IMAGES_MAX,
    start: (current.value.images ?? []).map(({ url, alt }, index) => ({ url, alt, name: `image ${index + 1}` })),
    changed: () => (send.disabled = !images.isReady()),
  });
  const form = h(
    "form",
    { class: "editor", novalidate: true, onsubmit: submitting(save) },
    labelled("Edit the post", text),
    images.element,
    formProblem(),
    h(
      "div",
      { class: "row" },
      images.button,
      send,
      h("button", { type: "button", onclick: cancel }, "Cancel"),
    ),
  );
  images.receiveFrom(form);
  return form;

  function cancel() {
    forgetDraft(draft);
    images.reset();
    close();
  }

  async function save() {
    if (send.disabled) {
      return;
    }
    try {
      const headers = { "if-match": current.tag };
      const json = { content: text.value, images: images.isChanged() ? images.values() : undefined };
      const saved = await call("patch", POST, { path, headers, json });
      forgetDraft(draft);
      images.reset();
      tell(path.postId, { ...saved, images: saved.images }); // absent if it has no image any more
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

/** @param {string} postId */
function imagesDraftOf(postId) {
  return `${draftOf(postId)}.images`;
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
  const number = h("span", null);
  const button = h(
    "button",
    { type: "button", class: "action like", onclick: () => whileBusy(button, change) },
    icon("like"),
    number,
  );
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
    number.textContent = String(count);
    button.setAttribute("aria-pressed", String(liked));
    button.setAttribute("aria-label", `Like, ${count} ${count === 1 ? "like" : "likes"}`);
  }

  function toggle() {
    const likeCount = count + (liked ? -1 : 1);
    tell(post.postId, { mine: { liked: !liked }, counts: { likeCount } });
  }

  async function change() {
    const method = liked ? "delete" : "put";
    toggle();
    try {
      const path = { postId: post.postId, userId: signedIn().userId };
      await call(method, "/posts/{postId}/likes/{userId}", { path });
    } catch (error) {
      toggle();
      toast(error.message);
    }
  }
}
