import en from "@/messages/en.json";
import { kindNames, type KindName } from "../../records/define";

const headings = {
  account: { name: "Account", description: "Logging in and out, registering, passwords, and one's own account." },
  system: { name: "System", description: "What all screens need, whether the app is well, and this description." },
};

/** The heading below which a route stands in the document: a kind of records, or one of our own. */
export type Tag = KindName | keyof typeof headings;

const isKind = (tag: Tag): tag is KindName => kindNames.some((kind) => kind === tag);

/** A heading as the document states it. Kinds have the name that the screens give them. */
export function tagObject(tag: Tag): { name: string; description: string } {
  if (!isKind(tag)) return headings[tag];
  const name = en.records[tag].many;
  return { name, description: `${name}: their lists, each record, its links, and finding it while typing.` };
}

/** A kind as it is called within a sentence: one record, and many. */
export const kindWords = (kind: KindName) => ({
  one: en.records[kind].one.toLowerCase(),
  many: en.records[kind].many.toLowerCase(),
});
