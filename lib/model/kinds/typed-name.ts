import { cleanTrimmed } from "../pure/clean-text";
import type { Locale } from "../messages/i18n";
import type { AnyDefinition } from "./define";

/**
 * Turns the text of a search without results into initial values of a new record: an e-mail address
 * or a name. The surname is the last word (`Anna Maria Müller`) or precedes a comma (`Müller, Anna
 * Maria`).
 */
export function valuesOfTyped(definition: AnyDefinition, typed: string, locale: Locale): Record<string, string> {
  const text = cleanTrimmed(typed).replace(/\s+/g, " ");
  const address = definition.foundBy?.find((name) => definition.fields[name]?.control === "email");
  if (address && text.includes("@")) return { [address]: text };
  const names = definition.labelFields(locale);
  const [first = "", last] = names;
  if (last === undefined) return { [first]: text };
  const [surname = "", givenName] = text.split(",", 2).map((part) => part.trim());
  if (givenName) return { [first]: givenName, [last]: surname };
  const end = text.lastIndexOf(" ");
  return { [first]: text.slice(0, Math.max(end, 0)), [last]: text.slice(end + 1) };
}
