/** The sheet of every dialog, and the veil behind it. */
export const BACKDROP_CLASSES =
  "fixed inset-0 z-50 min-h-dvh bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const VIEWPORT_CLASSES = "fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4 overscroll-contain";

export const POPUP_CLASSES =
  "flex max-h-full w-full flex-col rounded-lg border border-line bg-surface text-ink shadow-popup outline-none " +
  "transition-[opacity,translate] duration-150 data-ending-style:translate-y-1 data-ending-style:opacity-0 " +
  "data-starting-style:translate-y-1 data-starting-style:opacity-0";

export const FOOTER_CLASSES = "flex flex-wrap justify-end gap-2 px-5 pt-1 pb-5";
