import type { ImportPreview, ImportState } from "@/lib/features/imports/import-answers";
import type { EntryListName, Option } from "@/lib/model/reference-lists/reference-lists";
import type { KindName } from "@/lib/model/kinds/define";

/** The number of records that would get another name, and the first ones. */
export type Renames = Pick<ImportPreview, "renames" | "pairs">;
/** The user's decisions about an import; the request body of the call that previews it. */
export type Decision = { mapping: Record<string, string | null> } & Pick<
  ImportState,
  "match" | "names" | "create_with" | "not_applicable" | "finished"
>;
/** Another encoding or sheet with which a file is read again. */
export type ReadOption = { encoding: string } | { sheet: string };
/** A field that a column can fill. */
export type ImportField = {
  name: string;
  label: string;
  max?: number;
  /** Whether several columns can fill it together. */
  canJoinColumns: boolean;
  /** Whether only some records have it, depending on their other fields. */
  isConditional: boolean;
  /** Whether rows can be matched to records by it. */
  canMatch: boolean;
  /** The entries of its reference list; undefined for other fields. */
  entries?: readonly Option[];
  /** The reference list whose entries are searched, because `entries` does not contain them all. */
  searchedList?: EntryListName;
  /** The kind of the records that it links. */
  linked?: KindName;
  /** The fields needed to create a record for a name in it; undefined if the user cannot do that. */
  neededToCreate?: string[];
  /** Whether the linked records can keep names as aliases. */
  keepsAliases: boolean;
};
