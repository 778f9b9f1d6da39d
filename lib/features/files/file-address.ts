import { FILE_KIND } from "@/lib/model/files/file-kind";
import { recordHref, type RecordAddress } from "@/lib/model/record-href";
import type { FileRow } from "./file-answers";
import { INLINE_MIMES } from "./file-types";

/** Name of the parameter in the URL of the tab of files with the file that is previewed. */
export const FILE_PARAMETER = "file";

/** Returns the address of the tab with the files of a record. */
export const recordFilesHref = (record: RecordAddress): string => `${recordHref(record)}?tab=${FILE_KIND}`;

/** Returns the address at which a file is shown: the tab of its record, with its preview. */
export const fileHref = (file: RecordAddress & Pick<FileRow, "datei_id">): string =>
  `${recordFilesHref(file)}&${FILE_PARAMETER}=${file.datei_id}`;

/**
 * Returns the address of a file's bytes.
 * @param options.fassung the version; without it, the current one
 * @param options.inline true for PDFs and pictures that a page shows itself
 */
export function contentHref(
  { datei_id }: Pick<FileRow, "datei_id">,
  { fassung, inline = false }: { fassung?: number; inline?: boolean } = {},
): string {
  const query = new URLSearchParams({ ...(fassung && { fassung: String(fassung) }), ...(inline && { inline: "1" }) });
  return `/api/files/${datei_id}/content${query.size > 0 ? `?${query}` : ""}`;
}

/** Whether a page can show a file of this type; all others are only downloaded. */
export const isPreviewable = ({ mime }: Pick<FileRow, "mime">): boolean => INLINE_MIMES.includes(mime);
