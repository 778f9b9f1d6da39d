import * as z from "zod/mini";
import { cleanUpTo } from "@/lib/model/pure/clean-text";
import { CONFIRM_COMMENT_MAX_LENGTH, MAX_ID, NAME_MAX_LENGTH } from "@/lib/model/limits";
import { firstError, type AnyRow, type FieldErrorCode, type FieldErrors } from "@/lib/model/fields/field";
import { isEmail, isStorable } from "@/lib/model/fields/text";
import { CONFIRM_ANSWERS, ROUND_MAX_RECORDS, type ConfirmAnswer, type Successor } from "../round";
import { invalid } from "@/lib/base/errors/errors";
import { listUpTo } from "@/lib/model/values/list-up-to";

/** An answer about a record, as a recipient sends it. */
export type SentAnswer = {
  kind: string;
  id: number;
  answer: ConfirmAnswer;
  changes: AnyRow;
  comment: string | null;
  successor: Successor | null;
};

/** The body of a recipient's call. */
export type ConfirmBody = {
  answers: SentAnswer[];
  declined: boolean;
  /** Confirms all records without an answer, besides. */
  confirmsRest: boolean;
  /**
   * The digests of the records as the page showed them, by their ids: a record that has changed since is
   * not confirmed. Null if every confirmation counts.
   */
  seenDigests: ReadonlyMap<number, string> | null;
};

const textUpTo = (max: number, code?: FieldErrorCode, holds: (text: string) => boolean = () => true) =>
  z.string().check(
    z.overwrite((text) => cleanUpTo(text, max)),
    firstError((text) => {
      if (!isStorable(text)) return "type";
      if (text.length > max) return "max";
      return text !== "" && code && !holds(text) ? code : null;
    }),
  );
const name = z._default(textUpTo(NAME_MAX_LENGTH), "");

const successor = z.strictObject({
  vorname: name,
  nachname: name,
  email: z._default(textUpTo(NAME_MAX_LENGTH, "email", isEmail), ""),
});

const answer = z.strictObject({
  kind: z.string(),
  id: z.number().check(z.refine((id) => Number.isInteger(id) && id >= 1 && id <= MAX_ID, { error: "exists" })),
  answer: z.enum(CONFIRM_ANSWERS),
  changes: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  comment: z.optional(z.nullable(textUpTo(CONFIRM_COMMENT_MAX_LENGTH))),
  successor: z.optional(z.nullable(successor)),
});

const body = z.strictObject({
  answers: z.optional(listUpTo(answer, ROUND_MAX_RECORDS)),
  declined: z.optional(z.literal(true)),
});

/** The number of errors that an answer names at most: a body may hold thousands. */
const MAX_ERRORS = 100;

/** Creates a validation_failed error of the first errors. */
export const invalidAnswers = (errors: FieldErrors) =>
  invalid(Object.fromEntries(Object.entries(errors).slice(0, MAX_ERRORS)));

/** The errors of a body, by the whole paths of the values, such as `answers.0.successor.email`. */
function errorsByPath(error: z.core.$ZodError): FieldErrors {
  const errors = new Map<string, FieldErrorCode[]>();
  for (const issue of error.issues) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const code = issue.code === "unrecognized_keys" ? "unknown" : (issue.message as FieldErrorCode);
    for (const path of keys) errors.set(path.map(String).join(".") || "body", [code]);
  }
  return Object.fromEntries(errors);
}

const isNamed = (someone: Successor) => Object.values(someone).some((text) => text !== "");

const hasChanges = (changes: AnyRow | null | undefined) => Object.keys(changes ?? {}).length > 0;

/**
 * Validates the shape of a recipient's call; records and values are checked later, against the stored
 * ones.
 * @throws AppError validation_failed
 */
export function parseConfirmBody(sent: unknown): ConfirmBody {
  const result = z.safeParse(body, sent, {
    error: ({ code, input }) => (code === "invalid_type" && input === undefined ? "required" : "type"),
  });
  if (!result.success) throw invalidAnswers(errorsByPath(result.error));
  const { answers, declined = false } = result.data;
  if (!answers && !declined) throw invalid({ answers: ["required"] });
  const contradictory = (answers ?? []).findIndex((each) => hasChanges(each.changes) && each.answer !== "changed");
  if (contradictory >= 0) throw invalid({ [`answers.${contradictory}.changes`]: ["unknown"] });
  return {
    answers: (answers ?? []).map((each) => ({
      ...each,
      changes: each.changes ?? {},
      comment: each.comment || null,
      successor: each.successor && isNamed(each.successor) ? each.successor : null,
    })),
    declined,
    confirmsRest: false,
    seenDigests: null,
  };
}
