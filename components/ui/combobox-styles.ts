/** The list that hangs below a combobox. */
export const LIST_POPUP_CLASSES =
  "w-(--anchor-width) max-w-(--available-width) rounded-md border border-line bg-surface text-ink shadow-popup " +
  "transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const LIST_CLASSES =
  "max-h-[min(20rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain py-1 outline-none data-empty:p-0";

export const OPTION_CLASSES =
  "flex min-h-8 cursor-default items-start gap-2 px-2.5 py-1.5 leading-5 outline-none select-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-accent-soft data-disabled:text-ink-muted";

export const LIST_NOTE_CLASSES = "px-2.5 py-2 text-sm text-ink-muted empty:hidden";
