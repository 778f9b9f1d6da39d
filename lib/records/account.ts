import * as z from "zod";
import { NAME_MAX_LENGTH, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../limits";
import { firstError, missing, text, type FieldErrorCode } from "./field-types";

const bytes = (value: string) => new TextEncoder().encode(value).length;

function passwordError(value: string): FieldErrorCode | null {
  if (value === "") return "required";
  if (value.length < PASSWORD_MIN_LENGTH) return "min";
  return bytes(value) > PASSWORD_MAX_BYTES ? "max" : null;
}

/** A password: at least 6 characters, at most the 72 bytes that bcrypt looks at (contract §5). Never trimmed. */
export const password = z
  .string({ error: (issue) => (missing(issue.input) ? "required" : "type") })
  .check(firstError(passwordError));

const email = text({ required: true, max: 100, widget: "email" }).schema;

/** What the login form sends (spec §5). */
export const loginSchema = z.object({ email, password });
export type LoginValues = z.infer<typeof loginSchema>;

/** What an account carries besides its password; the commands that make accounts share it. */
export const accountSchema = z.object({ email, name: text({ required: true, max: NAME_MAX_LENGTH }).schema });
