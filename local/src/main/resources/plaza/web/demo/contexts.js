// What the contexts of the system add to the demo. The page loads the script `demo.js` of each.

/** @typedef {"person" | "administrator"} Role */

/**
 * A view.
 *
 * @typedef {object} View
 * @property {string} title
 * @property {(view: HTMLElement, params: any, signal: AbortSignal) => Promise<void>} render
 * @property {Role[]} [linked] who has a link to it in the header
 */

/** @typedef {{userId: string, name: string, content?: string, imageUrl?: string}} Person */

/**
 * The names of people.
 *
 * @typedef {object} People
 * @property {(village: {id: string, name: string}[], token: string) => Promise<Person[]>} find
 *   returns the people of the village who exist
 * @property {(subject: string, userId: string, token: string) => Promise<{name: string, imageUrl?: string}>} enter
 *   returns the name and the image of a person who signs in
 * @property {string} [view] the view of a person, whose parameter is `id`
 */

/**
 * What a context adds.
 *
 * @typedef {object} Part
 * @property {Record<string, View>} views by the name in the address
 * @property {{[role in Role]?: string}} [home] the views that show without a name
 * @property {People} [people]
 * @property {(view: string) => HTMLElement} [header] returns what the header shows a signed-in person,
 *   and receives the name of the view that is shown
 */

/** @type {Part[]} */
const parts = [];

/** Without a context that knows people, everyone in the village exists under their name. @type {People} */
const VILLAGE = {
  find: async (village) => village.map(({ id, name }) => ({ userId: id, name })),
  enter: async (subject) => ({ name: subject }),
};

/** Adds what a context adds. @param {Part} part */
export function addToDemo(part) {
  parts.push(part);
}

/** All views by their name. @returns {Record<string, View>} */
export function views() {
  return Object.assign({}, ...parts.map((part) => part.views));
}

/** The names of the views with a link in the header. @param {Role} role */
export function linkedViews(role) {
  return Object.entries(views())
    .filter(([, view]) => view.linked?.includes(role))
    .map(([name]) => name);
}

/** The name of the first view, or undefined if there is none. @param {Role} role */
export function home(role) {
  return parts.map((part) => part.home?.[role]).find(Boolean) ?? linkedViews(role)[0];
}

/** What the header shows a signed-in person. @param {string} view the name of the view that is shown */
export function headerParts(view) {
  return parts.map((part) => part.header?.(view));
}

/** @returns {People} */
export function people() {
  return parts.map((part) => part.people).find(Boolean) ?? VILLAGE;
}
