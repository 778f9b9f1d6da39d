import { framePages, frameViews } from "@/components/layout/frame-pages";
import { offeredEntries } from "@/components/palette/offered-entries";
import { paletteKinds } from "@/components/palette/palette-kinds";

/** Addresses need no words. */
const words = (key: string) => key;

/** Where the palette leads somebody without a search. */
export function offeredAddresses({ isAdmin, mayWrite }: { isAdmin: boolean; mayWrite: boolean }): string[] {
  const pages = framePages(words, words, { isAdmin });
  const offered = offeredEntries(
    { pages, views: frameViews(words, []), kinds: paletteKinds(words), mayWrite, otherLanguage: "en" },
    words,
  );
  return [...offered.pages, ...offered.actions].flatMap(({ goes }) => ("to" in goes ? goes.to : []));
}
