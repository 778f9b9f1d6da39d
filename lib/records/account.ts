import { z } from "zod";
import { NAME_MAX_LENGTH, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "../limits";
import { text } from "./field-types";

const bytes = (value: string) => new TextEncoder().encode(value).length;

/** A password: at least 6 characters, at most the 72 bytes that bcrypt looks at (contract §5). Never trimmed. */
export const password = z
  .string({ error: (issue) => (issue.input === undefined || issue.input === null ? "required" : "type") })
  .min(1, { error: "required", abort: true })
  .min(PASSWORD_MIN_LENGTH, { error: "min", abort: true })
  .refine((value) => bytes(value) <= PASSWORD_MAX_BYTES, { error: "max" });

const email = text({ required: true, max: 100, widget: "email" }).schema;

/** What the login form sends (spec §5). */
export const loginSchema = z.object({ email, password });
export type LoginValues = z.infer<typeof loginSchema>;

/** What an account carries besides its password; the commands that make accounts share it. */
export const accountSchema = z.object({ email, name: text({ required: true, max: NAME_MAX_LENGTH }).schema });
