import en from "@/messages/en.json";
import { allDefinitions } from "@/lib/model/kinds/registry";

const headings: Readonly<Record<string, { name: string; description: string }>> = {
  account: { name: "Account", description: "Logging in and out, registering, passwords, and one's own account." },
  users: { name: "Accounts", description: "All accounts, for admins." },
  search: { name: "Search", description: "Finding records of every kind at once." },
  history: { name: "History", description: "What was changed, by whom, and how to undo it." },
  reference: { name: "Reference lists", description: "Entries of the selection lists, which only admins can change." },
  views: { name: "Views", description: "Saved queries and columns of lists." },
  statistics: {
    name: "Statistics",
    description: "How many projects were active on a day, and where their partners are.",
  },
  places: { name: "Places", description: "Towns of the shipped gazetteer, found while typing." },
  files: { name: "Files", description: "Contracts and other files of records, with their versions." },
  duplicates: {
    name: "Duplicates",
    description: "Possible duplicates, and pairs that were dismissed as different records.",
  },
  imports: { name: "Imports", description: "Importing records from tables: upload, columns, preview, run." },
  proposals: {
    name: "Proposals",
    description: "What recipients of confirmation rounds propose, until an editor accepts it.",
  },
  quality: { name: "Data quality", description: "Problems in the data, counted once a day." },
  jobs: { name: "Jobs", description: "Background jobs, for admins." },
  system: { name: "System", description: "Global data for all screens, health checks, metrics, and this description." },
};

/** Section of the OpenAPI document for a route: a record kind's name, or a key of `headings`. */
export type Tag = string;

type KindWords = { one: string; many: string; fields: Readonly<Record<string, string>> };

/**
 * Returns the screen labels of a record kind and its fields. A kind without labels is labelled with
 * its name.
 */
export function kindLabels(kind: string): KindWords {
  const words = Object.entries(en.records).find(([name]) => name === kind)?.[1];
  const none = { one: kind, many: kind, fields: {} };
  return typeof words === "object" && "fields" in words ? { ...none, ...words } : none;
}

/** Returns the OpenAPI tag object of a section. Record kinds are named as on the screens. */
export function tagObject(tag: Tag): { name: string; description: string } {
  const isKind = allDefinitions.some(({ name }) => name === tag);
  if (!isKind) return headings[tag] ?? { name: tag, description: tag };
  const name = kindLabels(tag).many;
  return { name, description: `${name}: lists, single records, their links, and search while typing.` };
}

/** Returns a kind's name within a sentence, for one record and for many. */
export const kindWords = (kind: string) => ({
  one: kindLabels(kind).one.toLowerCase(),
  many: kindLabels(kind).many.toLowerCase(),
});
