// A post: in lists, and on a page of its own with the people who like it.

import { errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { copyButton } from "/shared/copy.js";
import { timeElement } from "/shared/time.js";
import { address } from "/shared/router.js";
import { clearProblem, forgetDraft, formProblem, keepDraft, labelled, showProblem } from "./forms.js";
import { avatar, moreList, personLink } from "./parts.js";
import { personRow } from "./people.js";
import { call, callWithTag, signedIn } from "./session.js";
import { imageLink, longText } from "./text.js";
import { undoable } from "./undo.js";
import { watch } from "./views.js";

/** @import { Schemas } from "plaza-demo" */

const POST = "/users/{userId}/posts/{postId}";
const LIKERS_SHOWN = 50;
const PRECONDITION_FAILED = 412;

/** Tells every place that shows a post of its edit or deletion, with the id as type. */
const changes = new EventTarget();

/**
 * A post with its author, its counts and what the signed-in person can do with it.
 *
 * @param {Schemas["ExpandedPost"]} post
 * @param {AbortSignal} signal ends the view of the post
 */
export function postCard(post, signal) {
  const author = post.author ?? { userId: post.userId };
  const isMine = post.userId === signedIn().userId;
  const edited = h("span", { class: "muted small" }, post.editedAt && "edited");
  const text = h("div", null, longText(post.content));
  const card = h(
    "article",
    { class: "post", "data-post": post.postId },
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
          { class: "muted small time", href: address({ view: "post", id: post.postId }) },
          timeElement(post.timestamp),
        ),
        edited,
      ),
      text,
      imageLink(post.imageUrl),
      h(
        "div",
        { class: "actions" },
        likeButton(post),
        isMine && h("button", { type: "button", class: "quiet small", onclick: edit }, "Edit"),
        isMine && h("button", { type: "button", class: "quiet small", onclick: remove }, "Delete"),
      ),
    ),
  );
  changes.addEventListener(post.postId, changed, { signal });
  watch(card);
  return card;

  /** @param {any} event */
  function changed({ detail }) {
    card.hidden = detail.isDeleted;
    fill(text, longText(detail.content ?? post.content));
    fill(edited, (detail.content || post.editedAt) && "edited");
  }

  async function edit(event) {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      fill(text, await editor(post, close));
      text.querySelector("textarea")?.focus();
    } catch (error) {
      toast(error.message);
    } finally {
      button.disabled = false;
    }

    /** @param {Schemas["Post"]} [saved] */
    function close(saved) {
      if (saved) {
        post = { ...post, ...saved };
        changes.dispatchEvent(new CustomEvent(post.postId, { detail: { content: saved.content } }));
      } else {
        fill(text, longText(post.content));
      }
      button.focus();
    }
  }

  function remove() {
    const tell = (isDeleted) =>
      changes.dispatchEvent(new CustomEvent(post.postId, { detail: { isDeleted } }));
    const path = { userId: post.userId, postId: post.postId };
    undoable(
      "Post deleted.",
      () => call("delete", POST, { path, keepalive: true }),
      () => tell(false),
    );
    tell(true);
    const others = [...document.querySelectorAll("article:not([hidden]) a")];
    const next = others.find(
      (each) => card.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (next instanceof HTMLElement) {
      next.focus();
    }
  }
}

/**
 * A form that edits the current text of a post, so that an edit in another window is not lost.
 *
 * @param {Schemas["Post"]} post
 * @param {(saved?: Schemas["Post"]) => void} close
 */
async function editor(post, close) {
  const path = { userId: post.userId, postId: post.postId };
  const draft = `edit.${post.postId}`;
  let current = await callWithTag("get", POST, { path });
  const text = h("textarea", {
    id: `edit-${post.postId}`,
    name: "content",
    rows: "4",
    value: current.value.content,
    onkeydown: (event) => event.key === "Escape" && cancel(),
  });
  keepDraft(draft, text);
  const form = h(
    "form",
    { class: "stack tight", onsubmit: save },
    labelled("Edit the post", text),
    formProblem(),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary" }, "Save"),
      h("button", { type: "button", onclick: cancel }, "Cancel"),
    ),
  );
  return form;

  function cancel() {
    forgetDraft(draft);
    close();
  }

  async function save(event) {
    event.preventDefault();
    clearProblem(form);
    try {
      const headers = { "if-match": current.tag };
      const saved = await call("patch", POST, { path, headers, json: { content: text.value } });
      forgetDraft(draft);
      close(saved);
    } catch (error) {
      if (error.status === PRECONDITION_FAILED) {
        current = await callWithTag("get", POST, { path });
        error = new Error(
          `The post was changed meanwhile: “${current.value.content}” Save again to replace that.`,
        );
      }
      showProblem(form, error);
    }
  }
}

/**
 * Shows a like before the response arrives, and takes it back if the response is an error.
 *
 * @param {Schemas["ExpandedPost"]} post
 */
function likeButton(post) {
  let liked = post.mine?.liked ?? false;
  let count = post.counts?.likeCount ?? 0;
  const heart = h("span", { class: "heart", "aria-hidden": "true" });
  const number = h("span", null);
  const button = h("button", { type: "button", class: "like", onclick: change }, heart, number);
  show();
  return button;

  function show() {
    heart.textContent = liked ? "♥" : "♡";
    number.textContent = String(count);
    button.setAttribute("aria-pressed", String(liked));
    button.setAttribute("aria-label", `Like, ${count} ${count === 1 ? "like" : "likes"}`);
  }

  function toggle() {
    liked = !liked;
    count += liked ? 1 : -1;
    show();
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

/** The page of one post. */
export async function postPage(view, params, signal) {
  const path = { postId: params.id ?? "" };
  const body = h("div", { class: "stack" });
  fill(view, h("div", { class: "column" }, h("h1", { class: "visually-hidden" }, "Post"), body));
  await load();

  async function load() {
    fill(body, loadingState("Loading the post"));
    const likers = (cursor) =>
      call("get", "/posts/{postId}/likes", {
        path,
        query: { expand: ["user", "mine"], limit: LIKERS_SHOWN, cursor },
        signal,
      });
    try {
      const [post, likes] = await Promise.all([
        call("get", "/posts/{postId}", {
          path,
          query: { expand: ["author", "counts", "mine"] },
          signal,
        }),
        likers(),
      ]);
      const card = postCard(post, signal);
      const gone = h("p", { class: "muted", hidden: true }, "This post is deleted.");
      changes.addEventListener(
        post.postId,
        (/** @type {any} */ { detail }) => (gone.hidden = !detail.isDeleted),
        { signal },
      );
      const list = moreList(likes, likers, personRow, "People who like this post", "Show more");
      fill(
        body,
        h("div", { class: "list" }, card),
        gone,
        h(
          "p",
          { class: "row muted small" },
          `${post.counts?.viewCount ?? 0} views`,
          copyButton(location.href, "the link to this post", "Copy link"),
        ),
        h("h2", null, "Liked by"),
        likes.items.length > 0 ? list.list : h("p", { class: "muted" }, "No likes yet."),
        list.foot,
      );
      document.title = `${(post.author?.name ?? post.userId)}: ${post.content.slice(0, 60)} – Lowmere`;
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      fill(
        body,
        error.status === 404
          ? h(
              "div",
              { class: "state" },
              h("h2", null, "This post does not exist"),
              h("p", { class: "muted" }, "Its author may have deleted it."),
              h("a", { class: "button", href: address({ view: "timeline" }) }, "To the timeline"),
            )
          : errorState(error, load),
      );
    }
  }
}
