// What a person can take along: everything that is stored about them.

import { h, toast } from "/shared/dom.js";
import { menuButton } from "../menu.js";
import { allText, signedIn } from "../session.js";

/** The menu of the signed-in person's own profile. */
export function ownMenu() {
  return menuButton("your account", async () => [{ text: "Download my data", choose: download }]);
}

async function download() {
  const { userId } = signedIn();
  try {
    const lines = [];
    await allText("/users/{userId}/export", { path: { userId } }, (text) => {
      lines.push(text);
      toast(`Downloading: ${counted(lines)}`);
    });
    save(lines, `plaza-${userId}.ndjson`);
    toast(`Downloaded: ${counted(lines)}`);
  } catch (error) {
    toast(error.message);
  }
}

/** @param {string[]} texts */
function counted(texts) {
  const count = texts.join("").split("\n").length - 1;
  return count === 1 ? "1 entry" : `${count} entries`;
}

/**
 * @param {string[]} texts
 * @param {string} name
 */
function save(texts, name) {
  const url = URL.createObjectURL(new Blob(texts, { type: "application/x-ndjson" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
