import { BYTES_PER_MB } from "../storage-use";
import { FILE_VISIBILITIES } from "@/lib/model/files/file-visibility";
import { env } from "@/lib/base/config/env";
import { entryIdShape } from "@/lib/model/fields/field";
import { FILE_TEXT_MAX } from "@/lib/model/files/file-fields";

const day = { type: "string", format: "date" };

/** The schemas of the fields that users write. */
export const fileProperties = {
  dateiart: { ...entryIdShape, description: "An entry of the reference list `dateiarten`" },
  bezeichnung: { type: "string", maxLength: FILE_TEXT_MAX },
  unterzeichnet_am: day,
  gueltig_ab: day,
  gueltig_bis: day,
  sichtbar: { enum: FILE_VISIBILITIES, description: "Who sees it: everyone, editors, or admins" },
};

/** The body of an upload: the file, and fields before or after it. */
export const uploadForm = {
  uploadOf: () => env().FILE_MAX_MB * BYTES_PER_MB,
  fields: { type: "object", properties: fileProperties },
};
