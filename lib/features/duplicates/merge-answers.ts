import * as z from "zod";
import { count, done, anyText, uuid } from "@/lib/model/answers/shapes";

const linkCounts = z.record(anyText, count);

/** `POST /api/<kind>/{id}/merge`: numbers of links; the route declares their names for each kind. */
export const merged = done("merged", {
  moved: linkCounts,
  joined: linkCounts,
  batch: uuid.nullable().describe("The batch by which the merge can be reverted; null for a preview"),
});
/** The result of a merge, or its preview, without the message. */
export type MergeResult = Omit<z.output<typeof merged>, "success" | "message">;
