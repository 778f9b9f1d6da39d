import * as z from "zod";
import { MAX_ID } from "@/lib/model/limits";
import type { JsonSchema } from "@/lib/model/fields/field";
import type { ReferenceEntry } from "@/lib/model/reference-lists/reference-lists";
import { done, entryId, generated, uuid } from "@/lib/model/answers/shapes";

/** The number of uses of an entry in records, links and files. */
export const uses = z.int().min(0).max(MAX_ID);

/**
 * `GET /api/reference/{list}`
 * @param entry the entries of all lists
 */
export const referenceEntries = (entry: JsonSchema) => z.array(generated<ReferenceEntry>(entry));

/** `POST /api/reference/{list}/new` */
export const entryCreated = done("data_saved", { data: z.object({ lastId: entryId }) });

/** `POST /api/reference/{list}/batch` */
export const entriesCreated = done("data_saved", { data: z.object({ ids: z.array(entryId) }), batch: uuid });

/** `PUT /api/reference/{list}/{entry_id}` */
export const entryUpdated = done("data_updated");

/** `DELETE /api/reference/{list}/{entry_id}` */
export const entryDeleted = done("data_deleted");

/** `POST /api/reference/{list}/{entry_id}/replace` */
export const entryReplaced = done("reference_replaced", { changed: uses, batch: uuid });
