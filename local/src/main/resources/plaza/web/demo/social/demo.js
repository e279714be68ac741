// What the social network adds to the demo.

import { json, ProblemError, send } from "/shared/http.js";
import { go } from "/shared/router.js";
import { addToDemo } from "../contexts.js";
import { bell } from "./bell.js";
import { leaving, showLeaving } from "./leaving.js";
import { notifications } from "./notifications.js";
import { people } from "./people.js";
import { person } from "./person.js";
import { reports } from "./reports.js";
import { thread } from "./thread.js";
import { timeline } from "./timeline.js";

/** @import { Schemas } from "plaza-demo" */

const GONE = 410;

addToDemo({
  views: {
    timeline: { title: "Timeline", render: timeline, linked: ["person", "administrator"] },
    people: { title: "People", render: people, linked: ["person", "administrator"] },
    person: { title: "Person", render: person },
    post: { title: "Post", render: thread },
    notifications: { title: "Notifications", render: notifications },
    leaving: { title: "Deletion of your account", render: leaving },
    reports: { title: "Reports", render: reports, linked: ["administrator"] },
  },
  home: { person: "timeline", administrator: "reports" },
  people: { find, enter, view: "person" },
  header: bell,
});

async function find(village, token) {
  const ids = village.map(({ id }) => id).join(",");
  /** @type {{items: Schemas["UserProfile"][]}} */
  const found = await json(`/users?ids=${ids}`, { token });
  return found.items;
}

/**
 * Creates a profile if the person has none. A person who has deleted their account sees how far the
 * deletion is instead. Until their profile is removed, only others no longer see it. A person who is
 * suspended sees their profile, which says so.
 */
async function enter(subject, userId, token) {
  const path = `/users/${encodeURIComponent(userId)}`;
  const visitor = await json("/dev/token/visitor");
  const [seen] = await find([{ id: userId }], visitor.token);
  if (seen) {
    return seen;
  }
  const me = await send("/me", { token });
  const isNew = me.status === 404;
  const profile = isNew ? await send(path, { method: "PUT", token, json: { name: subject } }) : me;
  const hasLeft = isNew ? profile.status === GONE : (await send(`${path}/erasure`, { token })).status === 200;
  if (hasLeft) {
    showLeaving({ replace: true });
    return { name: subject };
  }
  if (profile.status >= 400) {
    throw new ProblemError(profile.status, profile.json);
  }
  if (profile.json.suspendedAt) {
    go({ view: "person" }, { replace: true });
  }
  return profile.json;
}
