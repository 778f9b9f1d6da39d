import * as z from "zod";
import { FILE_VISIBILITIES } from "@/lib/model/files/file-visibility";
import { FILE_PASSAGE_LENGTH } from "@/lib/model/limits";
import { anyText, count, done, entryId, isoDay, kind, moment, pageOf, recordId } from "@/lib/model/answers/shapes";

/** What came of reading the text of a file (contract §18). */
const READING_STATES = ["offen", "ja", "kein_text", "passwort", "nein"] as const;
export type ReadingState = (typeof READING_STATES)[number];

const creator = z.object({ id: recordId, name: anyText }).nullable();
const version = {
  fassung: z.int().min(1),
  name: anyText,
  mime: anyText,
  bytes: count,
  sha256: anyText,
};

export const fileRow = z.object({
  datei_id: recordId,
  kind,
  id: recordId.describe("The record"),
  label: anyText.describe("The record's label"),
  dateiart: entryId,
  bezeichnung: anyText,
  ...version,
  unterzeichnet_am: isoDay.nullable(),
  gueltig_ab: isoDay.nullable(),
  gueltig_bis: isoDay.nullable(),
  sichtbar: z.enum(FILE_VISIBILITIES),
  seiten: count.nullable().describe("The number of pages of a PDF that was read"),
  gelesen: z
    .enum(READING_STATES)
    .describe("Whether its text was read: not yet, yes, it has none, it needs a password, it is broken or too large"),
  created_at: moment.describe("When the first version was uploaded"),
  created_by: creator.describe("Who uploaded the first version; null if the account was deleted"),
});
/** A file (contract §18). */
export type FileRow = z.output<typeof fileRow>;

/** `GET /api/<kind>/{id}/files` */
export const recordFiles = z.object({ success: z.literal(true), files: z.array(fileRow) });
const foundPassage = z.object({
  seite: z.int().min(1).nullable().describe("The page of a PDF, from 1"),
  text: anyText.max(FILE_PASSAGE_LENGTH),
});
/** A part of the text of a file in which a filter's words were found. */
export type FoundPassage = z.output<typeof foundPassage>;

const foundFile = fileRow.extend({
  fundstelle: foundPassage
    .nullable()
    .optional()
    .describe("Only with `filter`: where its words were found in the text; null if only in name and description"),
});
/** A file in the list of all, with where a filter found it. */
export type FoundFile = z.output<typeof foundFile>;

/** `GET /api/files` */
export const fileList = pageOf(foundFile);
/** `GET /api/files/{datei_id}` */
export const oneFile = z.object({ success: z.literal(true), data: fileRow });

const fileVersion = z.object({ ...version, created_at: moment, created_by: creator });
export type FileVersionRow = z.output<typeof fileVersion>;

/** `GET /api/files/{datei_id}/versions` */
export const fileVersions = z.object({ success: z.literal(true), versions: z.array(fileVersion) });

/** The refusal of bytes that a file of the record has. */
export const fileExists = { code: "file_exists" as const, more: { datei_id: recordId } };

/** `POST /api/<kind>/{id}/files` */
export const fileStored = done("data_saved", { datei_id: recordId });
/** `POST /api/files/{datei_id}/versions` */
export const versionStored = done("data_saved", { fassung: version.fassung });
/** `PUT /api/files/{datei_id}` */
export const fileUpdated = done("data_updated");
/** `DELETE /api/files/{datei_id}` */
export const fileDeleted = done("data_deleted");

/** A file that concerns a person. */
export const personFile = z.object({ datei_id: recordId, name: anyText, kind, id: recordId, label: anyText });
export type PersonFile = z.output<typeof personFile>;
