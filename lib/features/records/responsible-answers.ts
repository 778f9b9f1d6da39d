import * as z from "zod";
import { anyText, count } from "@/lib/model/answers/shapes";
import { RESPONSIBLE_ADDRESSES_MAX } from "@/lib/model/limits";

/** `GET /api/projects/responsible_addresses` */
export const responsibleAddresses = z.object({
  success: z.literal(true),
  addresses: z
    .array(anyText)
    .max(RESPONSIBLE_ADDRESSES_MAX)
    .describe("The distinct addresses in alphabetical order; the first ones if there are more"),
  total: count.describe("The number of distinct addresses"),
  without: count.describe("The number of projects without an address"),
});
