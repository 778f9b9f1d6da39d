/**
 * The columns of the entries, which their headings share: handle, two names, what carries them, whether they are offered,
 * menu. Without room for these, the names stand below each other and the rest below them.
 */
export const ENTRY_GRID =
  "grid items-start gap-x-3 gap-y-1.5 px-3 md:px-4 grid-cols-[2.25rem_minmax(0,1fr)_auto] " +
  "pointer-coarse:grid-cols-[2.75rem_minmax(0,1fr)_auto] " +
  "@3xl:grid-cols-[2.25rem_minmax(0,1fr)_minmax(0,1fr)_10.75rem_6.5rem_2.25rem] " +
  "@3xl:pointer-coarse:grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)_10.75rem_6.5rem_2.75rem]";
