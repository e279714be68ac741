// The timeline: one request for the whole screen.

import { emptyState, errorState, fill, h, toast } from "/shared/dom.js";
import { address } from "/shared/router.js";
import { withAside } from "./aside.js";
import { composer } from "./composer.js";
import { watchPosts } from "./news.js";
import { moreList, skeleton } from "../parts.js";
import { postCard } from "./post.js";
import { call, route, signedIn } from "../session.js";

/** @import { Options, Schemas } from "plaza-demo" */

const TIMELINE = "/users/{userId}/timeline";
const PAGE = 20;
/** @type {("author" | "counts" | "mine")[]} */
const EXPAND = ["author", "counts", "mine"];

export async function timeline(view, _params, signal) {
  const me = signedIn();
  const path = { userId: me.userId };
  const bar = h("div", { class: "new-posts", role: "status" });
  const body = h("div", { class: "stack" }, skeleton("Loading posts"));
  const oneCall = h("section", { class: "one-call card", "aria-label": "The request of this page", hidden: true });
  /** @type {string | undefined} */
  let newest;
  /** @type {HTMLElement | undefined} */
  let list;
  /** The posts that were written here before the list was loaded, newest first. @type {Schemas["ExpandedPost"][]} */
  const written = [];
  fill(
    view,
    h("h1", { class: "visually-hidden" }, "Timeline"),
    withAside(
      signal,
      h(
        "div",
        { class: "column" },
        composer({
          name: "post",
          draft: "post",
          label: "New post",
          placeholder: "What happened in Lowmere?",
          action: "Post",
          posted: show,
        }),
        bar,
        body,
      ),
      oneCall,
    ),
  );
  watchPosts({ view, newest: () => newest, show: showCount }, signal);
  await load();

  /** @param {Omit<NonNullable<Options<typeof TIMELINE, "get">["query"]>, "expand">} query */
  function request(query) {
    return call("get", TIMELINE, { path, query: { expand: EXPAND, ...query }, signal });
  }

  async function load() {
    fill(body, skeleton("Loading posts"));
    const began = performance.now();
    try {
      const page = await request({ limit: PAGE });
      const found = page.items.map(({ postId }) => postId);
      // the stream delivers a post to the timeline of its author, too, after the response
      const items = [...written.filter(({ postId }) => !found.includes(postId)), ...page.items];
      newest = items[0]?.postId;
      const more = moreList(
        { ...page, items },
        (cursor) => request({ limit: PAGE, cursor }),
        card,
        "Posts",
      );
      list = more.list;
      fill(body, list, h("div", { class: "if-empty" }, empty()), more.foot);
      showCall(found.length, performance.now() - began);
    } catch (error) {
      if (!signal.aborted) {
        fill(body, errorState(error, load));
      }
    }
  }

  /** @param {number} posts @param {number} millis */
  function showCall(posts, millis) {
    const target = `GET ${route(TIMELINE, { path, query: { expand: EXPAND } })}`;
    oneCall.hidden = posts === 0;
    fill(
      oneCall,
      h("h2", null, "One screen, one call"),
      h("p", null, `${posts} posts with authors, counts and likes in ${Math.round(millis)} ms`),
      h("code", null, target),
      h("a", { href: `/${address({ view: "requests", call: target })}` }, "Its calls to DynamoDB"),
    );
  }

  /** @param {Schemas["ExpandedPost"]} post */
  function card(post) {
    return postCard(post, signal, { isWithoutMuted: true });
  }

  /** @param {Schemas["ExpandedPost"]} post */
  function show(post) {
    if (!list) {
      written.unshift(post);
      load();
      return;
    }
    list.prepend(card(post));
    newest = post.postId;
    fill(bar);
  }

  /** @param {Schemas["NewPostCount"]} posts */
  function showCount({ count, more }) {
    const text = `${count}${more ? "+" : ""} new ${count === 1 ? "post" : "posts"}`;
    const isNew = count > 0 && bar.textContent !== text;
    if (count === 0) {
      fill(bar);
    } else if (isNew) {
      fill(bar, h("button", { type: "button", class: "primary", onclick: showNew }, text));
    }
    return isNew;
  }

  async function showNew() {
    if (!list) {
      return;
    }
    try {
      const page = await request({ since: newest, limit: 100 });
      const known = new Set([...list.querySelectorAll("article")].map((each) => each.dataset.post));
      const cards = page.items.filter((post) => !known.has(post.postId)).map(card);
      list.prepend(...cards);
      newest = page.items[0]?.postId ?? newest;
      fill(bar);
      scrollTo(0, 0);
      cards[0]?.querySelector("a")?.focus();
    } catch (error) {
      toast(error.message);
    }
  }
}

function empty() {
  return emptyState(
    "Nothing here yet",
    "A timeline shows the posts of people whom you follow.",
    h("a", { class: "button primary", href: address({ view: "people" }) }, "Find people to follow"),
  );
}
