import { select } from "../fields/choice";
import { date } from "../fields/date";
import type { Field } from "../fields/field";
import { text } from "../fields/text";
import { NOT_APPLICABLE } from "../reference-lists/reference-lists";

/** Maximum length of a file's description and name, in UTF-16 units. */
export const FILE_TEXT_MAX = 255;

/** The fields of files that users write, besides who sees them (contract §18). */
export const fileFields = {
  dateiart: select({ list: "dateiarten", default: NOT_APPLICABLE }),
  bezeichnung: text({ max: FILE_TEXT_MAX }),
  unterzeichnet_am: date(),
  gueltig_ab: date(),
  gueltig_bis: date(),
} satisfies Record<string, Field>;
