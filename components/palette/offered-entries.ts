import { LANGUAGE_NAMES } from "@/components/layout/language-names";
import type { FrameView } from "@/components/layout/frame-views";
import type { FramePage } from "@/components/layout/sections/sections";
import type { Locale, Translate } from "@/lib/model/messages/i18n";
import { LEGAL_PAGES } from "@/lib/model/legal-pages";
import type { PaletteEntry } from "./palette-entries";
import type { PaletteKind } from "./palette-kinds";

type Offered = {
  pages: readonly FramePage[];
  views: readonly FrameView[];
  kinds: readonly PaletteKind[];
  mayWrite: boolean;
  /** Path of the current page; null if the user has switched off single-letter shortcuts. */
  keysAt: string | null;
  /** The language to which the palette offers to switch. */
  otherLanguage: Locale;
};

/**
 * Returns the pages and actions that the palette offers to the user.
 * @param t translates `frame`
 */
export function offeredEntries(
  { pages, views, kinds, mayWrite, keysAt, otherLanguage }: Offered,
  t: Translate<"frame">,
): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  const open = pages.filter(
    ({ path, closed, forWriters, needsMore }) =>
      !closed && !needsMore && (mayWrite || !forWriters) && !path.endsWith("*"),
  );
  const ofFrame = open.map(({ path, title, paletteTitle = title, section }): PaletteEntry => {
    return { key: path, label: paletteTitle, section, goes: { to: path } };
  });
  const ofViews = views.map(({ key, section, name, href }): PaletteEntry => {
    return { key: `view ${key}`, label: name, section, keywords: t("palette.view_words"), goes: { to: href } };
  });
  const legal = LEGAL_PAGES.map((page): PaletteEntry => {
    return { key: `/${page}`, label: t(`legal.${page}`), goes: { to: `/${page}` } };
  });
  const adding = kinds.map(({ kind, add, section, list, detail }): PaletteEntry => {
    return {
      key: `add ${kind}`,
      label: add,
      sign: "add",
      section,
      shortcut: list === keysAt ? "N" : undefined,
      keywords: t("palette.add_words"),
      goes: { to: `${detail}/new` },
    };
  });
  const importing = kinds.map(({ kind, many, section }): PaletteEntry => {
    return {
      key: `import ${kind}`,
      label: t("palette.import", { records: many }),
      sign: "import",
      section,
      keywords: t("palette.import_words"),
      goes: { to: `/pages/import?kind=${kind}` },
    };
  });
  const language: PaletteEntry = {
    key: "language",
    sign: "language",
    label: t("palette.language", { language: LANGUAGE_NAMES[otherLanguage] }),
    keywords: t("palette.language_words"),
    goes: { does: "language" },
  };
  const shortcuts: PaletteEntry = {
    key: "shortcuts",
    sign: "shortcuts",
    label: t("palette.shortcuts"),
    keywords: t("palette.shortcuts_words"),
    shortcut: keysAt === null ? undefined : "?",
    goes: { does: "shortcuts" },
  };
  const logout: PaletteEntry = { key: "logout", label: t("logout"), sign: "logout", goes: { does: "logout" } };
  return {
    pages: [...ofFrame, ...ofViews, ...legal],
    actions: [...(mayWrite ? [...adding, ...importing] : []), language, shortcuts, logout],
  };
}
