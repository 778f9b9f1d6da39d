/**
 * The path shown in this tab. Module state, as it must survive a change of layout (login to app).
 */
let shownPath: string | null = null;
/** Target of a step back; on such a return, focus goes to the link the page was left by. */
let returnPath: string | null = null;

/** Marks the next arrival at a path as a return, as by the browser's Back. */
export function expectReturn(path: string): void {
  returnPath = path;
}

/** A record's page has its own heading in `main`; others have theirs in the page header. */
const pageHeading = () => document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("h1");

const linkTo = (path: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    (link) => link.pathname === path && link.checkVisibility(),
  );

/** Time limit in milliseconds for a page to show the link it was left by. */
const TIMEOUT_MS = 5_000;

/**
 * Focuses the link once it is rendered (tables may hydrate late), unless focus has moved meanwhile.
 */
function focusOnceThere(path: string): void {
  const atFirst = document.activeElement;
  const observer = new MutationObserver(() => {
    const link = document.activeElement === atFirst ? linkTo(path) : null;
    if (link === undefined) return;
    observer.disconnect();
    if (link) putFocus(link);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), TIMEOUT_MS);
}

let isPutting = false;

/** True while focus is moved by code on arrival, not by the user. */
export const isFocusPut = (): boolean => isPutting;

function putFocus(element: HTMLElement, options?: FocusOptions): void {
  isPutting = true;
  element.focus(options);
  isPutting = false;
}

function focusHeading() {
  const heading = pageHeading();
  if (!heading) return;
  heading.tabIndex = -1;
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  // The router controls the scroll position.
  putFocus(heading, { preventScroll: true });
}

/**
 * Moves focus on arrival at a page: to the heading, or after a return to the link the page was left
 * by. Full page loads keep the browser's default, and a field focused by the page keeps its focus.
 */
export function arriveAt(path: string): void {
  const cameFrom = shownPath;
  const isReturn = returnPath === path;
  shownPath = path;
  if (cameFrom === null || cameFrom === path) return;
  returnPath = null;
  if (document.activeElement?.matches("main :is(input, select, textarea)")) return;
  const leftBy = isReturn ? linkTo(cameFrom) : undefined;
  if (leftBy) return putFocus(leftBy);
  focusHeading();
  if (isReturn) focusOnceThere(cameFrom);
}
