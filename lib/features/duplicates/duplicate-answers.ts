import * as z from "zod";
import { DUPLICATE_DIFFERENCES, DUPLICATE_REASONS, MAX_SIMILAR } from "@/lib/model/kinds/duplicate-fields";
import { done, pageOf, recordId, anyText } from "@/lib/model/answers/shapes";

const named = z.object({
  id: recordId,
  label: anyText,
  detail: anyText.describe("The text below the label, which tells namesakes apart"),
});

const likeness = z.object({
  score: z.number().min(0).max(1),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
  differences: z.array(z.enum(DUPLICATE_DIFFERENCES)).describe("The values that contradict the match"),
});
/** How similar two records are: the score, the reasons for it, and what contradicts it. */
export type Likeness = z.output<typeof likeness>;
/** A similar record, with its likeness. */
export type Similarity = Likeness & { id: number };

/** A record that may be a duplicate of given values. */
export const similarRecord = z.object({ ...named.shape, ...likeness.shape });
export type SimilarRecord = z.output<typeof similarRecord>;

/** `GET /api/<kind>/similar` */
export const similarRecords = z.array(similarRecord).max(MAX_SIMILAR);

const duplicatePair = z.object({ a: named, b: named, ...likeness.shape });
/** Two records that are possible duplicates. */
export type DuplicatePair = z.output<typeof duplicatePair>;

/** `GET /api/duplicates` */
export const duplicatePairs = pageOf(duplicatePair);

/** `POST /api/duplicates/dismiss` */
export const pairDismissed = done("data_saved");
/** `DELETE /api/duplicates/dismiss` */
export const dismissalWithdrawn = done("data_deleted");
