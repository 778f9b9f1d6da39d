import { editLinkOf, rowAt } from "@/components/ui/rows/row-parts";

/** Elements in which a letter is typed, or chooses an entry. */
const FIELDS =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), " +
  "[role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=menu], [role=menubar]";

/** Elements that cover the page, or receive the keys while they are open. */
const OVERLAYS = "dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** The button of the command palette, by its own shortcut. */
const PALETTE = '[aria-keyshortcuts="Control+K"], [aria-keyshortcuts="Meta+K"]';

const isReachable = (element: HTMLElement) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true]");

const firstReachable = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].find(isReachable);

const elementFor = (key: string) => firstReachable(`[aria-keyshortcuts~="${key}"]`);

/** Returns the link that edits the record of the table row with the focus. */
function editLinkOfRow(): HTMLElement | undefined {
  const row = rowAt(document.activeElement);
  return (row && editLinkOf(row)) ?? undefined;
}

const LETTERS = ["f", "n", "e"];

/** For each key, what it acts on. */
const TARGETS: Partial<Record<string, () => HTMLElement | undefined>> = {
  "/": () => elementFor("/") ?? firstReachable(PALETTE),
  f: () => elementFor("f"),
  n: () => elementFor("n"),
  e: () => editLinkOfRow() ?? elementFor("e"),
  "?": () => elementFor("?"),
};

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "altKey" | "metaKey" | "shiftKey" | "repeat" | "isComposing" | "defaultPrevented"
>;

/**
 * Returns the single-letter shortcut that an event is: on German keyboards `/` and `?` need Shift,
 * letters must not have it.
 */
export function shortcutOf(event: KeyPress): string | null {
  if (event.defaultPrevented || event.repeat || event.isComposing) return null;
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  // Autofill dispatches keydown events without a key.
  const key = (event.key as string | undefined) ?? "";
  if (key === "/" || key === "?") return key;
  const letter = key.toLowerCase();
  return !event.shiftKey && LETTERS.includes(letter) ? letter : null;
}

function activate(target: HTMLElement) {
  if (target.matches(FIELDS)) {
    target.focus();
    if (target instanceof HTMLInputElement) target.select();
    return;
  }
  // A switch gets the focus, because what had it may disappear.
  if (target.matches("[aria-pressed]")) target.focus();
  target.click();
}

/** Handles a key pressed anywhere in the document: a single-letter shortcut acts on its element. */
export function pressKey(event: KeyboardEvent): void {
  const key = shortcutOf(event);
  if (key === null || (event.target instanceof Element && event.target.closest(FIELDS))) return;
  if (firstReachable(OVERLAYS)) return;
  const target = TARGETS[key]?.();
  if (!target) return;
  // Keeps the key out of the field that gets the focus, and away from the browser's quick search.
  event.preventDefault();
  activate(target);
}
