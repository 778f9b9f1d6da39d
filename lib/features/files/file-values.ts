import * as z from "zod/mini";
import { fileFields } from "@/lib/model/files/file-fields";
import { missing, type AnyRow, type FieldErrors } from "@/lib/model/fields/field";
import { isCalendarDate } from "@/lib/model/fields/day";
import { FILE_VISIBILITIES, type FileVisibility } from "@/lib/model/files/file-visibility";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { schemaOf } from "@/lib/model/values/schemas";
import { validate } from "@/lib/model/values/validation";

/** The fields of a file that users write (contract §18). */
export type FileValues = {
  dateiart: number;
  bezeichnung: string;
  unterzeichnet_am: string | null;
  gueltig_ab: string | null;
  gueltig_bis: string | null;
  sichtbar: FileVisibility;
};

/** The default values of a new file. */
export const NEW_FILE: FileValues = {
  dateiart: referenceLists.dateiarten.rules.other,
  bezeichnung: "",
  unterzeichnet_am: null,
  gueltig_ab: null,
  gueltig_bis: null,
  sichtbar: "alle",
};

export const FILE_FIELDS = Object.keys(NEW_FILE) as (keyof FileValues)[];

const isVisibility = (value: string) => FILE_VISIBILITIES.some((each) => each === value);
const visibility = z
  .string({ error: (issue) => (missing(issue.input) ? "required" : "type") })
  .check(z.refine(isVisibility, { error: "exists" }));

const schema = z.object({
  dateiart: schemaOf(fileFields.dateiart),
  bezeichnung: schemaOf(fileFields.bezeichnung),
  unterzeichnet_am: schemaOf(fileFields.unterzeichnet_am),
  gueltig_ab: schemaOf(fileFields.gueltig_ab),
  gueltig_bis: schemaOf(fileFields.gueltig_bis),
  sichtbar: visibility,
});

/** Returns those of a request's properties that are fields of a file. */
export const pickFileValues = (body: AnyRow): AnyRow =>
  Object.fromEntries(FILE_FIELDS.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])));

const WHOLE_NUMBER = /^-?\d{1,10}$/;

/** Converts the texts of a form to the values that JSON requests contain. */
export function fileValuesOfForm(fields: ReadonlyMap<string, string>): AnyRow {
  const values = pickFileValues(Object.fromEntries(fields));
  const { dateiart } = values;
  return typeof dateiart === "string" && WHOLE_NUMBER.test(dateiart)
    ? { ...values, dateiart: Number(dateiart) }
    : values;
}

/**
 * Validates the values that a request changes, together with the unchanged ones. Does not check whether
 * the kind of file exists, or whether the actor may set the visibility (`checkFileValues`).
 */
export function validateFileValues(
  stored: FileValues,
  changed: AnyRow,
): { values: FileValues; errors: null } | { values: null; errors: FieldErrors } {
  const { values, errors } = validate(schema, { ...stored, ...changed });
  const { gueltig_ab: from, gueltig_bis: to } = { ...stored, ...changed };
  const isDay = (value: unknown): value is string => typeof value === "string" && isCalendarDate(value);
  const isReversed = isDay(from) && isDay(to) && to < from;
  if (isReversed) return { values: null, errors: { ...errors, gueltig_bis: ["date_order"] } };
  return errors ? { values: null, errors } : { values: values as FileValues, errors: null };
}
