import { framePages, frameViews } from "@/components/layout/frame-pages";
import { offeredEntries } from "@/components/palette/offered-entries";
import { paletteKinds } from "@/components/palette/palette-kinds";

/** Replaces the translation, because paths do not depend on it. */
const words = (key: string) => key;

/** Returns the paths that the command palette offers before the user types a search text. */
export function offeredAddresses({ isAdmin, mayWrite }: { isAdmin: boolean; mayWrite: boolean }): string[] {
  const pages = framePages(words, words, { isAdmin });
  const offered = offeredEntries(
    { pages, views: frameViews(words, []), kinds: paletteKinds(words), mayWrite, keysAt: null, otherLanguage: "en" },
    words,
  );
  return [...offered.pages, ...offered.actions].flatMap(({ goes }) => ("to" in goes ? goes.to : []));
}
