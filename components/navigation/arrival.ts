/**
 * Path of the page shown in this tab. Module state, as it must survive a change of layout (from the
 * login page to the app).
 */
let shownPath: string | null = null;
/**
 * Path of the page that the user is going back to. On arrival there, the link that the user had
 * followed gets the focus.
 */
let returnPath: string | null = null;

/** Marks the next arrival at a path as a return, for instance by the browser's Back button. */
export function expectReturn(path: string): void {
  returnPath = path;
}

/** A record's page has its heading in `main`; all other pages have it in the page header. */
const pageHeading = () => document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("h1");

const linkTo = (path: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    (link) => link.pathname === path && link.checkVisibility(),
  );

/**
 * Maximum time in milliseconds to wait for a page to render the link that the user had followed.
 */
const TIMEOUT_MS = 5_000;

/**
 * Focuses the link to `path` once it is rendered (tables may hydrate late), unless the focus has
 * moved meanwhile.
 */
function focusLinkWhenRendered(path: string): void {
  const initiallyFocused = document.activeElement;
  const observer = new MutationObserver(() => {
    const link = document.activeElement === initiallyFocused ? linkTo(path) : null;
    if (link === undefined) return;
    observer.disconnect();
    if (link) moveFocus(link);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), TIMEOUT_MS);
}

let isMoving = false;

/** True while this module, not the user, moves the focus. */
export const isMovingFocus = (): boolean => isMoving;

function moveFocus(element: HTMLElement, options?: FocusOptions): void {
  isMoving = true;
  element.focus(options);
  isMoving = false;
}

function focusHeading() {
  const heading = pageHeading();
  if (!heading) return;
  heading.tabIndex = -1;
  heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  // Does not scroll, as the router controls the scroll position.
  moveFocus(heading, { preventScroll: true });
}

/**
 * Moves the focus on arrival at a page: to its heading or, after a return, to the link that the
 * user had followed. Does not move it after a full page load, or if the page has focused a field.
 */
export function arriveAt(path: string): void {
  const previousPath = shownPath;
  const isReturn = returnPath === path;
  shownPath = path;
  if (previousPath === null || previousPath === path) return;
  returnPath = null;
  if (document.activeElement?.matches("main :is(input, select, textarea)")) return;
  const followedLink = isReturn ? linkTo(previousPath) : undefined;
  if (followedLink) return moveFocus(followedLink);
  focusHeading();
  if (isReturn) focusLinkWhenRendered(previousPath);
}
