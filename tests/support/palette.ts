import { framePages, frameViews } from "@/components/layout/frame-pages";
import { offeredEntries } from "@/components/palette/offered-entries";
import { paletteKinds } from "@/components/palette/palette-kinds";

/** Replaces the translation, because paths do not depend on it. */
const translate = (key: string) => key;

/** Returns the paths that the command palette offers before the user types a search text. */
export function offeredPaths({ isAdmin, mayWrite }: { isAdmin: boolean; mayWrite: boolean }): string[] {
  const pages = framePages(translate, translate, { isAdmin });
  const offered = offeredEntries(
    {
      pages,
      views: frameViews(translate, []),
      kinds: paletteKinds(translate),
      mayWrite,
      shortcutPath: null,
      otherLanguage: "en",
    },
    translate,
  );
  return [...offered.pages, ...offered.actions].flatMap(({ target }) => ("to" in target ? target.to : []));
}
