// The address is the state: a view is the query of the address, so Back and reload work. Every entry
// of the history has a key, by which a page can keep what the entry showed.

const listeners = new Set();

/** Whether the current entry is one that was left before. */
let isReturn = false;

if (!history.state?.key) {
  history.replaceState(newEntry(), "");
}

function newEntry() {
  return { key: crypto.randomUUID() };
}

/** Returns the key of the current entry of the history, and whether it was left before. */
export function entry() {
  return { key: history.state.key, isReturn };
}

/** Returns the parameters of the address. */
export function params() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** Returns the address of a view; empty values are left out. */
export function address(values) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== "") {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return text ? `?${text}` : location.pathname;
}

/** Goes to a view. With `isSilent` only the address changes, because the view shows it already. */
export function go(values, { replace = false, isSilent = false } = {}) {
  if (replace) {
    history.replaceState(history.state, "", address(values));
  } else {
    history.pushState(newEntry(), "", address(values));
  }
  if (!isSilent) {
    notify(false);
  }
}

/** Calls `listener` with the parameters now and after every change of the address. */
export function onRoute(listener) {
  listeners.add(listener);
  listener(params());
}

/** @param {boolean} isBack */
function notify(isBack) {
  isReturn = isBack;
  for (const listener of listeners) {
    listener(params());
  }
}

addEventListener("popstate", () => notify(true));

// a link to another view of the same page does not load the page again
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    link.target ||
    link.hasAttribute("download") ||
    link.origin !== location.origin ||
    link.pathname !== location.pathname
  ) {
    return;
  }
  event.preventDefault();
  if (link.hash) {
    // a link to a part of this view: no entry of the history, and the view stays
    document.getElementById(link.hash.slice(1))?.focus();
    return;
  }
  if (link.href !== location.href) {
    history.pushState(newEntry(), "", link.href);
  }
  notify(false);
});
