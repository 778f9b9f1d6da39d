import type { MessageName } from "@/lib/model/messages/i18n";

/** A line of the sheet: what the keys do (a message), and the keys. */
type ShortcutLine = {
  does: MessageName<"frame.shortcuts.does">;
  /** Keys that do it; `+` joins keys that are pressed together. */
  keys: readonly string[];
  /** True for a single-letter shortcut that the user can switch off. */
  isSingle?: boolean;
};

export type ShortcutGroup = {
  name: MessageName<"frame.shortcuts.groups">;
  shortcuts: readonly ShortcutLine[];
};

const GROUPS: readonly ShortcutGroup[] = [
  {
    name: "everywhere",
    shortcuts: [
      { does: "search", keys: ["/"], isSingle: true },
      { does: "palette", keys: ["Ctrl+K"] },
      { does: "sheet", keys: ["?"], isSingle: true },
      { does: "close", keys: ["Esc"] },
    ],
  },
  {
    name: "lists",
    shortcuts: [
      { does: "rows", keys: ["↑", "↓", "Ctrl+Home", "Ctrl+End"] },
      { does: "open", keys: ["Enter"] },
      { does: "peek", keys: ["Space"] },
      { does: "filter", keys: ["F"], isSingle: true },
      { does: "add", keys: ["N"], isSingle: true },
      { does: "edit_row", keys: ["E"], isSingle: true },
    ],
  },
  {
    name: "records",
    shortcuts: [
      { does: "edit", keys: ["E"], isSingle: true },
      { does: "save", keys: ["Ctrl+S"] },
      { does: "tabs", keys: ["←", "→", "Home", "End"] },
    ],
  },
  {
    name: "toasts",
    shortcuts: [
      { does: "undo", keys: ["Ctrl+Z"] },
      { does: "toast", keys: ["Alt+T"] },
    ],
  },
  {
    name: "duplicates",
    shortcuts: [
      { does: "pairs", keys: ["↑", "↓"] },
      { does: "merge", keys: ["M"] },
      { does: "dismiss", keys: ["N"] },
      { does: "later", keys: ["S"] },
    ],
  },
];

/** Returns the shortcuts in groups, as far as the user has not switched them off. */
export const shortcutGroups = (hasSingleKeys: boolean): ShortcutGroup[] =>
  GROUPS.map(({ name, shortcuts }) => ({
    name,
    shortcuts: shortcuts.filter(({ isSingle }) => hasSingleKeys || !isSingle),
  }));
