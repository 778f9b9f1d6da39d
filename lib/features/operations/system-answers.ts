import * as z from "zod";
import { ROLES } from "@/lib/model/accounts/roles";
import type { JsonSchema } from "@/lib/model/fields/field";
import { allDefinitions } from "@/lib/model/kinds/registry";
import {
  referenceLists,
  type ReferenceEntry,
  type ReferenceListName,
} from "@/lib/model/reference-lists/reference-lists";
import { count, generated, anyText } from "@/lib/model/answers/shapes";

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
    user: z.object({ email: anyText, role: z.enum(ROLES) }),
  });
}

/** `GET /api/health` and `GET /api/ready` */
export const healthy = z.object({ success: z.literal(true) });
