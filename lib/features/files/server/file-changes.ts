import type { AnyRow } from "@/lib/model/kinds/define";
import type { FieldChange } from "@/lib/model/answers/shapes";
import type { ChangeAction } from "@/lib/model/change";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { NewChange } from "@/lib/store/records/change-log";
import { FILE_FIELDS } from "../file-values";
import type { StoredFile } from "./files-sql";

/** The fields of a file that describe its current version (contract §18). */
const VERSION_FIELDS = ["fassung", "name", "mime", "bytes", "sha256"] as const;

/** The field that names the record to which a file belongs; only merges change it. */
export const RECORD_FIELD = "id";

/** Returns the values of a file as the history holds them. */
export const recordedValues = (file: StoredFile): AnyRow =>
  Object.fromEntries([...FILE_FIELDS, ...VERSION_FIELDS].map((name) => [name, file[name]]));

/** Returns what differs between the recorded values of a file; null stands for no file. */
export function fileDifferences(before: AnyRow | null, after: AnyRow | null): FieldChange[] {
  return [...FILE_FIELDS, ...VERSION_FIELDS].flatMap((name) => {
    const [old, now] = [before?.[name] ?? null, after?.[name] ?? null];
    return old !== now || !before || !after ? [{ name, old, new: now }] : [];
  });
}

/**
 * Returns the change of a file for the history, which is found from the file and from its record.
 * @param file the file after the change; before it, if it was deleted
 */
export const fileChange = (
  action: ChangeAction,
  file: StoredFile,
  fields: readonly FieldChange[],
  reverts?: number,
): NewChange => ({
  ...{
    action,
    kind: FILE_KIND,
    id: file.datei_id,
    label: file.bezeichnung || file.name,
    version: null,
    fields,
    reverts,
  },
  related: { relation: null, kind: file.kind, id: file.id, label: file.label },
});
