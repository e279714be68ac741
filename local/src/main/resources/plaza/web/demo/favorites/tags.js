// Tags by their names: a new name becomes a new tag.

import { fill, h } from "/shared/dom.js";
import { labelled } from "../forms.js";
import { call, signedIn } from "../session.js";

/** @import { Schemas } from "plaza-demo" */

const CONFLICT = 409;

/**
 * A field for the name of a tag, which offers the names that exist.
 *
 * @param {string} id
 * @param {string} label
 * @param {() => Schemas["Tag"][]} tags
 */
export function tagField(id, label, tags) {
  const names = h("datalist", { id: `${id}-names` });
  const input = h("input", {
    id,
    // not the name: a control with this name hides the property of its form
    "data-field": "tagName",
    list: names.id,
    autocomplete: "off",
    onfocus: () => fill(names, tags().map((tag) => h("option", { value: tag.tagName }))),
  });
  return { field: labelled(label, input, names), input };
}

/**
 * Returns the id of the tag with a name; creates the tag if there is none.
 *
 * @param {string} text
 * @param {Schemas["Tag"][]} tags
 */
export async function tagIdOf(text, tags) {
  const tagName = text.trim();
  const known = tags.find((tag) => fold(tag.tagName) === fold(tagName));
  if (known) {
    return known.tagId;
  }
  try {
    const tag = await call("put", "/users/{userId}/tags/{tagId}", {
      path: { userId: signedIn().userId, tagId: crypto.randomUUID() },
      json: { tagName },
    });
    return tag.tagId;
  } catch (error) {
    // names that differ in case or width are the same
    if (error.status === CONFLICT && error.problem.existingTagId) {
      return error.problem.existingTagId;
    }
    throw error;
  }
}

/**
 * Returns the id of the tag with a name, which must exist.
 *
 * @param {string} text
 * @param {Schemas["Tag"][]} tags
 */
export async function tagNamed(text, tags) {
  const known = tags.find((tag) => fold(tag.tagName) === fold(text));
  if (!known) {
    throw new Error(text.trim() === "" ? "Name a tag." : `You have no tag “${text.trim()}”.`);
  }
  return known.tagId;
}

/** @param {string} name */
function fold(name) {
  return name.trim().normalize("NFKC").toLowerCase();
}
