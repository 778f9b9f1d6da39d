import { FIRST_STEPS, type FirstStep } from "../first-steps";
import { isAllowed, type Permission } from "@/lib/base/access/permissions";
import { definitionOf } from "@/lib/model/kinds/registry";
import { entryLists } from "@/lib/model/reference-lists/reference-lists";
import { sql } from "@/lib/store/database/sql";
import type { Context } from "@/lib/store/database/transaction";
import { identifier } from "@/lib/store/sql/fragments";

/** The permission that each step needs. */
const ACCESS: Record<FirstStep["name"], Permission> = {
  reference: ["write", "referenceLists"],
  import: ["write", "imports"],
  project: ["write", "project"],
  accounts: ["write", "accounts"],
};

/**
 * Returns the first steps that the actor may take, for an installation that is still new: it has at most one
 * project, and a project, an import or a second account is missing.
 * @returns null if the installation is not new, or no step of the actor is left
 */
export async function findFirstSteps({ actor, connection }: Context): Promise<FirstStep[] | null> {
  const offered = FIRST_STEPS.filter((name) => isAllowed(actor, ...ACCESS[name]));
  if (offered.length === 0) return null;
  const projects = sql`SELECT FROM ${identifier(definitionOf("project").table)}`;
  // The condition comes first: only small installations look into the history, where imports stay when their
  // files are deleted. The entries that the app comes with were changed by no account.
  const [done] = await connection.$queryRaw<Record<FirstStep["name"], boolean>[]>`
    SELECT EXISTS (${projects}) AS project,
      EXISTS (SELECT FROM users OFFSET 1) AS accounts,
      EXISTS (SELECT FROM changes WHERE source = 'import') AS import,
      EXISTS (SELECT FROM changes WHERE kind = ANY(${entryLists}::text[]) AND user_id IS NOT NULL) AS reference
    WHERE NOT EXISTS (${projects} OFFSET 1)`;
  if (!done || (done.project && done.import && done.accounts)) return null;
  const steps = offered.map((name) => ({ name, isDone: done[name] }));
  return steps.every(({ isDone }) => isDone) ? null : steps;
}
