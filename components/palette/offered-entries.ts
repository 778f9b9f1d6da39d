import { LANGUAGE_NAMES } from "@/components/layout/language-names";
import type { FrameView } from "@/components/layout/frame-views";
import type { FramePage } from "@/components/layout/sections/sections";
import type { Locale, Translate } from "@/lib/model/messages/i18n";
import { importHref } from "@/lib/features/imports/import-href";
import { LEGAL_PAGES } from "@/lib/model/legal-pages";
import type { PaletteEntry } from "./palette-entries";
import type { PaletteKind } from "./palette-kinds";

type Offered = {
  pages: readonly FramePage[];
  views: readonly FrameView[];
  kinds: readonly PaletteKind[];
  mayWrite: boolean;
  /** Path of the current page; null if the user has switched off single-letter shortcuts. */
  shortcutPath: string | null;
  /** The language to which the palette offers to switch. */
  otherLanguage: Locale;
};

/**
 * Returns the pages and actions that the palette offers to the user.
 * @param t translates `frame`
 */
export function offeredEntries(
  { pages, views, kinds, mayWrite, shortcutPath, otherLanguage }: Offered,
  t: Translate<"frame">,
): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  const open = pages.filter(
    ({ path, closed, forWriters, needsParameters }) =>
      !closed && !needsParameters && (mayWrite || !forWriters) && !path.endsWith("*"),
  );
  const pageEntries = open.map(({ path, title, paletteTitle = title, section }): PaletteEntry => {
    return { key: path, label: paletteTitle, section, target: { to: path } };
  });
  const viewEntries = views.map(({ key, section, name, href }): PaletteEntry => {
    return { key: `view ${key}`, label: name, section, keywords: t("palette.view_words"), target: { to: href } };
  });
  const legalEntries = LEGAL_PAGES.map((page): PaletteEntry => {
    return { key: `/${page}`, label: t(`legal.${page}`), target: { to: `/${page}` } };
  });
  const addEntries = kinds.map(({ kind, add, section, list, detail }): PaletteEntry => {
    return {
      key: `add ${kind}`,
      label: add,
      iconKey: "add",
      section,
      shortcut: list === shortcutPath ? "N" : undefined,
      keywords: t("palette.add_words"),
      target: { to: `${detail}/new` },
    };
  });
  const importEntries = kinds.map(({ kind, many, section }): PaletteEntry => {
    return {
      key: `import ${kind}`,
      label: t("palette.import", { records: many }),
      iconKey: "import",
      section,
      keywords: t("palette.import_words"),
      target: { to: importHref(kind) },
    };
  });
  const language: PaletteEntry = {
    key: "language",
    iconKey: "language",
    label: t("palette.language", { language: LANGUAGE_NAMES[otherLanguage] }),
    keywords: t("palette.language_words"),
    target: { action: "language" },
  };
  const shortcuts: PaletteEntry = {
    key: "shortcuts",
    iconKey: "shortcuts",
    label: t("palette.shortcuts"),
    keywords: t("palette.shortcuts_words"),
    shortcut: shortcutPath === null ? undefined : "?",
    target: { action: "shortcuts" },
  };
  const logout: PaletteEntry = { key: "logout", label: t("logout"), iconKey: "logout", target: { action: "logout" } };
  return {
    pages: [...pageEntries, ...viewEntries, ...legalEntries],
    actions: [...(mayWrite ? [...addEntries, ...importEntries] : []), language, shortcuts, logout],
  };
}
