/** The page that this tab shows. Outlives the layouts: the way from the login into the app is an arrival, too. */
let shownPath: string | null = null;
/** Where a step back leads; a page that one merely returns to still knows the link one left it by. */
let returnPath: string | null = null;

/** Says that the way to a page leads back, as the browser's own Back does. */
export function expectReturn(path: string): void {
  returnPath = path;
}

/** A record is the heading of its own page; other pages have theirs in the frame. */
const pageHeading = () => document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("h1");

const linkTo = (path: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    (link) => link.pathname === path && link.checkVisibility(),
  );

/** How long a page may take to show the link that one left it by, in milliseconds. */
const PATIENCE = 5_000;

/** A table whose scripts are still on their way shows its links later: they get the focus then, unless it has gone elsewhere. */
function focusOnceThere(path: string): void {
  const atFirst = document.activeElement;
  const observer = new MutationObserver(() => {
    const link = document.activeElement === atFirst ? linkTo(path) : null;
    if (link === undefined) return;
    observer.disconnect();
    if (link) putFocus(link);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE);
}

let isPutting = false;

/** Whether the focus is being put somewhere by an arrival, and nobody has chosen what has it now. */
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
  // Where the page stands is the router's business.
  putFocus(heading, { preventScroll: true });
}

/**
 * Puts the focus where a reader goes on: on the page's heading, or back on the link that one left it by. A page that is
 * loaded whole has the browser's own start, and a field that the page has chosen keeps the focus.
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
