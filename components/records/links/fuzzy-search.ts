import Fuse from "fuse.js";
import { foldCollapsed } from "@/lib/fold";
import { FUZZY_THRESHOLD } from "@/lib/limits";

type Searched<Row> = { row: Row; texts: string[] };

/**
 * A forgiving search in rows that are at hand: small slips of the finger are allowed, umlauts do not matter (spec §9).
 * @param textsOf what a row is searched by, dates as they are displayed
 */
export function fuzzySearch<Row>(textsOf: (row: Row) => string[]) {
  return (rows: readonly Row[], text: string): Row[] => {
    const searched = rows.map((row): Searched<Row> => ({ row, texts: textsOf(row).map(foldCollapsed) }));
    const fuse = new Fuse(searched, { keys: ["texts"], threshold: FUZZY_THRESHOLD, ignoreLocation: true });
    return fuse.search(foldCollapsed(text)).map(({ item }) => item.row);
  };
}
