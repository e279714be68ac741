// The page of one post: the posts above it, the replies to it, and the people who like it.

import { copyButton, emptyState, errorState, fill, h, loadingState, toast } from "/shared/dom.js";
import { address, go } from "/shared/router.js";
import { withAside } from "./aside.js";
import { composer } from "./composer.js";
import { whileBusy } from "../forms.js";
import { moreList, setTitle } from "../parts.js";
import { personRow } from "./people.js";
import { postCard, replied, watchDeletion } from "./post.js";
import { blockedState, watchStanding } from "./safety.js";
import { call, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const LIKERS_SHOWN = 50;
const REPLIES_SHOWN = 20;
const TITLE_LENGTH_MAX = 60;
const HIDDEN = "hidden";
/** @type {("author" | "counts" | "mine")[]} */
const EXPAND = ["author", "counts", "mine"];

/** One request for the thread and one for the replies, at the same time. */
export async function thread(view, params, signal) {
  const path = { postId: params.id ?? "" };
  const body = h("div", { class: "stack" });
  /** What the address names besides the post. @type {{list?: string, order?: string, replies?: string}} */
  let chosen = {
    list: params.list,
    order: params.order === "desc" ? "desc" : undefined,
    replies: params.replies === HIDDEN ? HIDDEN : undefined,
  };
  fill(view, withAside(signal, h("div", { class: "column" }, h("h1", { class: "visually-hidden" }, "Post"), body)));
  await load();

  /** Changes what the address names. @param {typeof chosen} changed */
  function choose(changed) {
    chosen = { ...chosen, ...changed };
    go({ view: "post", id: path.postId, ...chosen }, { replace: true, isSilent: true });
  }

  async function load() {
    fill(body, loadingState("Loading the thread"));
    const first = requestReplies();
    first.catch(() => {}); // the list shows it
    try {
      const found = await call("get", "/posts/{postId}/thread", {
        path,
        query: { expand: EXPAND },
        signal,
      });
      const { post } = found;
      watchStanding(post.userId, (standing) => standing === "blocked" && showBlocked(post.userId), signal);
      const likes = h("section", { class: "stack", "aria-label": "People who like this post" });
      const replies = h("section", { class: "stack replies-list", "aria-label": "Replies" });
      const gone = h("p", { class: "muted" }, "This post is deleted.");
      const subject = postCard(post, signal, { isSubject: true, isInThread: true });
      const rest = h("div", { class: "stack" }, h("div", { class: "row facts" }, facts(post), likes), replies);
      watchDeletion(
        post.postId,
        (isDeleted) => {
          gone.hidden = !isDeleted;
          rest.hidden = isDeleted;
        },
        signal,
      );
      fill(body, above(found), h("div", { class: "thread" }, found.ancestors.map(ancestor), subject), gone, rest);
      setTitle(view, `${post.author?.name ?? post.userId}: ${post.content.slice(0, TITLE_LENGTH_MAX)}`);
      showSubject(subject);
      await Promise.all([
        chosen.list === "likes" ? loadLikes(likes) : offerLikes(likes),
        showReplies(replies, post, first),
      ]);
    } catch (error) {
      if (!signal.aborted) {
        fill(body, error.status === 404 ? missing() : errorState(error, load));
      }
    }
  }

  /** Shows instead of the post that its author is blocked. @param {string} userId */
  function showBlocked(userId) {
    const state = blockedState(userId, load);
    fill(body, state);
    state.querySelector("button")?.focus();
  }

  /** Scrolls to the post if the posts above it fill the window, unless the person has scrolled. */
  function showSubject(subject) {
    const isVisible = subject.getBoundingClientRect().bottom <= innerHeight;
    if (view.isConnected && scrollY === 0 && !isVisible) {
      subject.scrollIntoView();
    }
  }

  /** @param {Schemas["Ancestor"]} found */
  function ancestor({ gone, ...rest }) {
    const instead = h("article", { class: "post gone muted" }, "This post is deleted, or you cannot see it.");
    if (gone) {
      return instead;
    }
    const post = /** @type {Schemas["ExpandedPost"]} */ (rest);
    const card = postCard(post, signal, { isInThread: true });
    watchStanding(post.userId, (standing) => standing === "blocked" && card.replaceWith(instead), signal);
    return card;
  }

  /** @param {Schemas["ExpandedPost"]} post */
  function facts(post) {
    const views = post.counts?.viewCount ?? 0;
    const link = new URL(address({ view: "post", id: post.postId }), location.href).href;
    return h(
      "span",
      { class: "row muted small" },
      `${views} ${views === 1 ? "view" : "views"}`,
      copyButton(link, "the link to this post", "Copy link"),
    );
  }

  function offerLikes(place) {
    const show = () => {
      choose({ list: "likes" });
      loadLikes(place).then(() => place.querySelector("h2")?.focus());
    };
    fill(place, h("button", { type: "button", class: "quiet small", onclick: show }, "Show who likes it"));
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

  /** @param {string} [cursor] */
  function requestReplies(cursor) {
    const order = chosen.order === "desc" ? "desc" : "asc";
    const state = chosen.replies === HIDDEN ? HIDDEN : undefined;
    return call("get", "/posts/{postId}/replies", {
      path,
      query: { order, state, expand: EXPAND, limit: REPLIES_SHOWN, cursor },
      signal,
    });
  }

  /**
   * Shows the box for a reply, and the replies.
   *
   * @param {HTMLElement} place
   * @param {Schemas["ExpandedPost"]} post
   * @param {ReturnType<typeof requestReplies>} first the first page
   */
  async function showReplies(place, post, first) {
    /** The replies that are written here, which a later page contains as well. @type {Set<string>} */
    const own = new Set();
    const orders = h("div", { role: "group", "aria-label": "Order of the replies" });
    const isOwn = post.userId === signedIn().userId;
    const hidden = h(
      "button",
      { type: "button", class: "quiet small", onclick: () => change({ replies: chosen.replies ? undefined : HIDDEN }) },
      "Hidden replies",
    );
    const body = h("div", { class: "stack" });
    /** @type {{list: HTMLElement, foot: HTMLElement} | undefined} */
    let shown;
    const box = composer({
      name: "reply",
      draft: `reply.${post.postId}`,
      label: `Reply to ${post.author?.name ?? post.userId}`,
      placeholder: "Write a reply",
      action: "Reply",
      inReplyTo: { postId: post.postId },
      posted,
    });
    fill(place, box, h("div", { class: "row spread" }, h("h2", null, "Replies"), h("div", { class: "row orders" }, orders, isOwn && hidden)), body);
    showChosen();
    await showList(first);

    function showChosen() {
      const button = (order, text) =>
        h(
          "button",
          {
            type: "button",
            class: "quiet small",
            "aria-pressed": String(chosen.order === order),
            onclick: () => {
              change({ order });
              const pressed = orders.querySelector("[aria-pressed=true]");
              if (pressed instanceof HTMLElement) {
                pressed.focus(); // a new button
              }
            },
          },
          text,
        );
      fill(orders, button(undefined, "Oldest first"), button("desc", "Newest first"));
      hidden.setAttribute("aria-pressed", String(chosen.replies === HIDDEN));
    }

    /** Shows the replies in another order, or those that are hidden. @param {typeof chosen} changed */
    function change(changed) {
      choose(changed);
      showChosen();
      return showList(requestReplies());
    }

    /** @param {ReturnType<typeof requestReplies>} first */
    async function showList(first) {
      const { order, replies } = chosen;
      shown = undefined;
      own.clear();
      fill(body, loadingState("Loading the replies"));
      try {
        const page = await first;
        if (order !== chosen.order || replies !== chosen.replies) {
          return; // another list was chosen meanwhile
        }
        const load = async (cursor) => {
          const next = await requestReplies(cursor);
          return { ...next, items: next.items.filter((reply) => !own.has(reply.postId)) };
        };
        shown = moreList(page, load, row, "Replies", "Show more");
        orders.hidden = page.items.length < 2;
        fill(body, shown.list, h("p", { class: "muted if-empty" }, replies ? "You hide no replies." : "No replies yet."), shown.foot);
      } catch (error) {
        if (!signal.aborted && order === chosen.order && replies === chosen.replies) {
          fill(body, errorState(error, () => showList(requestReplies())));
        }
      }
    }

    /** @param {Schemas["ExpandedPost"]} reply */
    function posted(reply) {
      replied(post.postId);
      own.add(reply.postId);
      if (!shown || chosen.replies) {
        change({ replies: undefined });
        return;
      }
      const card = row(reply);
      const isLast = chosen.order !== "desc" && shown.foot.childElementCount === 0;
      shown.list[isLast ? "append" : "prepend"](card);
      orders.hidden = shown.list.childElementCount === 1;
      card.scrollIntoView({ block: "nearest" });
    }

    /** @param {Schemas["ExpandedPost"]} reply */
    function row(reply) {
      return isOwn && (reply.userId !== post.userId || chosen.replies)
        ? hideable(reply, chosen.replies === HIDDEN)
        : postCard(reply, signal, { isInThread: true, isWithoutMuted: true });
    }
  }

  /**
   * A reply that the author of the post can hide from the list, or show again if the list has the
   * hidden ones, and take that back in its place.
   *
   * @param {Schemas["ExpandedPost"]} reply
   * @param {boolean} isHidden
   */
  function hideable(reply, isHidden) {
    const button = (text, method) => {
      const element = h("button", { type: "button", class: "action", onclick: press }, text);
      return element;

      function press() {
        return whileBusy(element, () => change(method));
      }
    };
    const hide = button("Hide", "put");
    const unhide = button("Unhide", "delete");
    const [leave, comeBack] = isHidden ? [unhide, hide] : [hide, unhide];
    const card = postCard(reply, signal, { isInThread: true, isWithoutMuted: true, actions: [leave] });
    const instead = h(
      "article",
      { class: "post hidden-reply muted" },
      isHidden ? "Everyone sees this reply again." : "You have hidden this reply from everyone.",
      comeBack,
    );
    return card;

    /** @param {"put" | "delete"} method */
    async function change(method) {
      try {
        await call(method, "/posts/{postId}/replies/{replyId}/hidden", {
          path: { ...path, replyId: reply.postId },
        });
        const isLeaving = card.isConnected;
        const [from, to, next] = isLeaving ? [card, instead, comeBack] : [instead, card, leave];
        from.replaceWith(to);
        next.focus();
      } catch (error) {
        toast(error.message);
      }
    }
  }
}

/**
 * A link to the posts further up, if there are any: the thread of the outermost post that exists.
 *
 * @param {Schemas["PostThread"]} thread
 */
function above({ ancestors, complete }) {
  const outermost = ancestors.find(({ gone }) => !gone);
  return (
    !complete &&
    outermost &&
    h(
      "a",
      { href: address({ view: "post", id: outermost.postId }) },
      "Show the posts further up",
    )
  );
}

function missing() {
  return emptyState(
    "This post does not exist",
    "Its author may have deleted it.",
    h("a", { class: "button", href: address({ view: "timeline" }) }, "Back to the timeline"),
  );
}
