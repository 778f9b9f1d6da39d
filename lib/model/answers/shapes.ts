import * as z from "zod";
import type { MessageKey } from "../messages/i18n";
import { LIST_MAX_PAGE_SIZE, MAX_ID } from "../limits";
import type { FieldErrors, JsonSchema } from "../fields/field";

/*
 * Parts of the API's responses, in the code called answers. Their schemas are the only description of
 * them: the types of handler and browser, and the OpenAPI document, are derived from them. The browser
 * imports only their types, so that it does not load zod.
 */

export const anyText = z.string();
/** A number of items. */
export const count = z.int().min(0);
/** The id of a record. */
export const recordId = z.int().min(1).max(MAX_ID);
/** The id of a record or of a reference entry; -1 is the entry "k. A." or "Sonstiges", and the ids of some lists start at 0 (contract §1). */
export const entryId = z.int().min(-1).max(MAX_ID);
export const isoDay = anyText.meta({ format: "date" });
export const moment = anyText.meta({ format: "date-time" });
export const uuid = anyText.meta({ format: "uuid" });
/** An email address. */
export const emailText = anyText.meta({ format: "email" });
export const kind = anyText.describe("The kind of record: the first segment of its API path, e.g. `members`");
/** The batch of the changes that a call has made. */
export const batchOfChanges = uuid
  .nullable()
  .describe("The batch by which the changes can be reverted; null where nothing was changed");
/** A field's value before and after a change, in API format (contract §3). */
export const fieldChange = z.object({ name: anyText, old: z.unknown(), new: z.unknown() });
export type FieldChange = z.output<typeof fieldChange>;

/** The record into which the missing one was merged, in the refusal `data_not_found`. */
export const mergedIntoProperty = { merged_into: recordId.optional() };

/** Returns the schema of a value that JSON Schema describes, because it is generated from declarations. */
export const generated = <Value>(schema: JsonSchema) => z.custom<Value>().meta(schema);

/** Returns a reference to a schema that the OpenAPI document names. */
export const namedSchema = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Error codes by field, as refusals have them. */
export const fieldErrors = generated<FieldErrors>(namedSchema("FieldErrors"));

/**
 * Returns the schema of a success response: `success: true`, the key of the message, and further
 * properties. Recipients of rounds are thanked by the messages of their page.
 */
export const done = <Message extends MessageKey<"notices"> | "thanks", More extends z.core.$ZodLooseShape = object>(
  message: Message,
  more?: More,
) => z.object({ success: z.literal(true), message: z.literal(message), ...(more as More) });

const url = anyText.meta({ format: "uri-reference" }).nullable();
const rowNumber = z.int().min(1).nullable().describe("Counts from 1; null on an empty page");

/** Returns the schema of one page of a list (contract §2). */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    total: count,
    per_page: z.int().min(1).max(LIST_MAX_PAGE_SIZE),
    current_page: z.int().min(1).describe("pageNo + 1"),
    last_page: z.int().min(1),
    next_page_url: url,
    prev_page_url: url,
    from: rowNumber,
    to: rowNumber,
    data: z.array(row).max(LIST_MAX_PAGE_SIZE),
  });
