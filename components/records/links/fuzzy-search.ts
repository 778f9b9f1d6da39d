import Fuse from "fuse.js";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { FUZZY_THRESHOLD } from "@/lib/model/limits";

type Searched<Row> = { row: Row; texts: string[] };

/**
 * Returns a fuzzy search over loaded rows that tolerates typos and folds umlauts (spec §9).
 * @param textsOf the texts a row is searched by, with dates as displayed
 */
export function fuzzySearch<Row>(textsOf: (row: Row) => string[]) {
  return (rows: readonly Row[], text: string): Row[] => {
    const searched = rows.map((row): Searched<Row> => ({ row, texts: textsOf(row).map(foldCollapsed) }));
    const fuse = new Fuse(searched, { keys: ["texts"], threshold: FUZZY_THRESHOLD, ignoreLocation: true });
    return fuse.search(foldCollapsed(text)).map(({ item }) => item.row);
  };
}
