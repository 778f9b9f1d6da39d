import en from "@/messages/en.json";
import { allDefinitions } from "../../records/kinds/registry";

const headings: Readonly<Record<string, { name: string; description: string }>> = {
  account: { name: "Account", description: "Logging in and out, registering, passwords, and one's own account." },
  users: { name: "Accounts", description: "The accounts of all, for admins." },
  search: { name: "Search", description: "Finding records of every kind at once." },
  history: { name: "History", description: "What was changed, by whom, and how to undo it." },
  reference: { name: "Reference lists", description: "The entries that selects offer. Changing them is for admins." },
  views: { name: "Views", description: "Queries and columns of lists, kept under a name." },
  duplicates: { name: "Duplicates", description: "Records that may be one, and those that were said not to be." },
  imports: { name: "Imports", description: "Tables that become records: upload, columns, preview, run." },
  quality: { name: "Data quality", description: "What is wrong with the data, counted once a day." },
  jobs: { name: "Jobs", description: "What the app does by itself, for admins." },
  system: { name: "System", description: "What all screens need, whether the app is well, and this description." },
};

/** The heading below which a route stands in the document: the name of a kind of records, or one of our own. */
export type Tag = string;

type KindWords = { one: string; many: string; fields: Readonly<Record<string, string>> };

/** The words that the screens have for a kind and its fields; a kind without any is called by its own name. */
export function wordsOf(kind: string): KindWords {
  const words = Object.entries(en.records).find(([name]) => name === kind)?.[1];
  return typeof words === "object" && "many" in words ? words : { one: kind, many: kind, fields: {} };
}

/** A heading as the document states it. Kinds have the name that the screens give them. */
export function tagObject(tag: Tag): { name: string; description: string } {
  const isKind = allDefinitions.some(({ name }) => name === tag);
  if (!isKind) return headings[tag] ?? { name: tag, description: tag };
  const name = wordsOf(tag).many;
  return { name, description: `${name}: their lists, each record, its links, and finding it while typing.` };
}

/** A kind as it is called within a sentence: one record, and many. */
export const kindWords = (kind: string) => ({
  one: wordsOf(kind).one.toLowerCase(),
  many: wordsOf(kind).many.toLowerCase(),
});
