import * as z from "zod";
import type { AnyRow } from "@/lib/model/fields/field";
import { done, pageOf, recordId, anyText } from "@/lib/model/answers/shapes";

/*
 * Answers about one kind of record. The values of records are generated from the declaration of
 * their kind: the routes put the schema of their own kind in the place of `anyRow`.
 */

export const anyRow = z.custom<AnyRow>();

/** `GET /api/<kind>` */
export const recordPage = pageOf(anyRow);
export type RecordPage = z.output<typeof recordPage>;

/** `GET /api/<kind>/{id}` */
export const oneRecord = z.object({ success: z.literal(true), data: anyRow });

/** The data in the answer to a change; the route adds the counts of the kind. */
const saved = z.object({ lastId: recordId });

/** `POST /api/<kind>/new` */
export const recordCreated = done("data_saved", { data: saved });

/** `PUT /api/<kind>/{id}`; `data` is present for kinds whose counts an update can alter. */
export const recordUpdated = done("data_updated", { data: saved.optional() });

/** `DELETE /api/<kind>/{id}` */
export const recordDeleted = done("data_deleted", { data: z.object({}) });

const aliases = z.array(anyText);

/** `GET /api/<kind>/{id}/aliases` */
export const recordAliases = z.object({ success: z.literal(true), aliases });

/** `PUT /api/<kind>/{id}/aliases` */
export const aliasesUpdated = done("data_updated", { aliases });
