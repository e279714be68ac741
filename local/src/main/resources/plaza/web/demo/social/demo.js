// What the social network adds to the demo.

import { json, ProblemError, send } from "/shared/http.js";
import { addToDemo } from "../contexts.js";
import { people } from "./people.js";
import { person } from "./person.js";
import { reports } from "./reports.js";
import { thread } from "./thread.js";
import { timeline } from "./timeline.js";

/** @import { Schemas } from "plaza-demo" */

addToDemo({
  views: {
    timeline: { title: "Timeline", render: timeline, linked: ["person", "administrator"] },
    people: { title: "People", render: people, linked: ["person", "administrator"] },
    person: { title: "Person", render: person },
    post: { title: "Post", render: thread },
    reports: { title: "Reports", render: reports, linked: ["administrator"] },
  },
  home: { person: "timeline", administrator: "reports" },
  people: { find, enter, view: "person" },
});

async function find(village, token) {
  const ids = village.map(({ id }) => id).join(",");
  /** @type {{items: Schemas["UserProfile"][]}} */
  const found = await json(`/users?ids=${ids}`, { token });
  return found.items;
}

/** Creates a profile if the person has none. */
async function enter(subject, userId, token) {
  const me = await send("/me", { token });
  /** @type {Schemas["UserProfile"]} */
  let profile = me.json;
  if (me.status === 404) {
    const path = `/users/${encodeURIComponent(userId)}`;
    profile = await json(path, { method: "PUT", token, json: { name: subject } });
  } else if (me.status >= 400) {
    throw new ProblemError(me.status, me.json);
  }
  return profile.name;
}
