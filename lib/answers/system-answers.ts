import * as z from "zod";
import { ROLES } from "../records/accounts/roles";
import type { JsonSchema } from "../records/fields/field";
import { allDefinitions } from "../records/kinds/registry";
import {
  referenceLists,
  type ReferenceEntry,
  type ReferenceListName,
} from "../records/reference-lists/reference-lists";
import { count, generated, text } from "./shapes";

type EntryLists = Record<ReferenceListName, z.ZodArray<z.ZodCustom<ReferenceEntry, ReferenceEntry>>>;

/**
 * `GET /api/global`
 * @param entryOf the entries of a list
 */
export function globalData(entryOf: (list: ReferenceListName) => JsonSchema) {
  const names = Object.keys(referenceLists) as ReferenceListName[];
  const lists = names.map((list) => [list, z.array(generated<ReferenceEntry>(entryOf(list)))] as const);
  return z.object({
    ...(Object.fromEntries(lists) as EntryLists),
    ...Object.fromEntries(allDefinitions.map(({ countName }) => [countName, count])),
    user: z.object({ email: text, role: z.enum(ROLES) }),
  });
}

/** `GET /api/health` and `GET /api/ready` */
export const healthy = z.object({ success: z.literal(true) });
