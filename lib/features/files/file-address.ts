import { FILE_KIND } from "@/lib/model/files/file-kind";
import { recordHref, type RecordAddress } from "@/lib/model/record-href";
import type { FileRow } from "./file-answers";
import { INLINE_MIMES } from "./file-types";

/** Name of the parameter in the URL of the tab of files with the file that is previewed. */
export const FILE_PARAMETER = "file";
/** Names of the parameters with the page of the preview, and with the proposal whose sentence is marked. */
export const PAGE_PARAMETER = "page";
export const PROPOSAL_PARAMETER = "proposal";

/** Returns the address of the tab with the files of a record. */
export const recordFilesHref = (record: RecordAddress): string => `${recordHref(record)}?tab=${FILE_KIND}`;

/** Where a preview opens: a page, from 1, and the proposal whose sentence is marked there. */
export type FilePlace = { seite?: number | null; proposal_id?: number };

/** Returns the parameters of the address of a preview. */
export const previewParameters = (datei_id: number, { seite, proposal_id }: FilePlace = {}): URLSearchParams =>
  new URLSearchParams({
    tab: FILE_KIND,
    [FILE_PARAMETER]: String(datei_id),
    ...(seite && { [PAGE_PARAMETER]: String(seite) }),
    ...(proposal_id && { [PROPOSAL_PARAMETER]: String(proposal_id) }),
  });

/** Returns the address at which a file is shown: the tab of its record, with its preview. */
export const fileHref = (file: RecordAddress & Pick<FileRow, "datei_id">, place?: FilePlace): string =>
  `${recordHref(file)}?${previewParameters(file.datei_id, place)}`;

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
