import { foldCollapsed } from "../../fold";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { Verdict } from "./imports-sql";

/** The texts by which two new rows are probably the same record: its label, and its e-mail address. */
function namesOf(definition: AnyDefinition, body: AnyRow): { label: string; email: string } {
  const text = (value: unknown) => (typeof value === "string" ? foldCollapsed(value).replace(/\s+/g, " ").trim() : "");
  const { email } = definition.duplicateFields ?? {};
  return { label: text(definition.label(body, "de")), email: email ? text(body[email]) : "" };
}

/**
 * Marks new rows that are probably the same record as an earlier new row: with the same e-mail
 * address and label, or the same label where one has no address.
 */
export function markRepeats(definition: AnyDefinition, verdicts: Verdict[]): void {
  const earlier = new Map<string, { row: number; email: string }[]>();
  for (const verdict of verdicts) {
    if (verdict.action !== "create") continue;
    const { label, email } = namesOf(definition, verdict.body);
    if (label === "") continue;
    const same = earlier.get(label) ?? [];
    const repeated = same.find((other) => other.email === "" || email === "" || other.email === email);
    verdict.repeats = repeated?.row ?? null;
    if (!repeated) earlier.set(label, [...same, { row: verdict.row, email }]);
  }
}
