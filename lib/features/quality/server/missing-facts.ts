import type { MissingFact } from "../missing-fact";
import { qualityChecks, type QualityCheck, type QualityList } from "../quality-checks";
import { isAllowed } from "@/lib/base/access/permissions";
import { expectDefined } from "@/lib/base/errors/invariant";
import { RECORD_TABS, type AnyDefinition, type KindName } from "@/lib/model/kinds/define";
import { parseKindQuery } from "@/lib/model/lists/kind-query";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import type { Context } from "@/lib/store/database/transaction";
import { refreshDerived } from "@/lib/store/records/refresh-derived";
import { namesOfMatching } from "./missing-facts-sql";

/** A fact, and the list of the records that lack it. */
type RequiredFact = MissingFact & { lacking: Pick<QualityList, "query"> };

const [BASE_DATA] = RECORD_TABS;

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

const listOfCheck = (name: QualityCheck["name"]): QualityList =>
  expectDefined(qualityChecks.find((check) => check.name === name)?.lists[0], `a list of the check ${name}`);

/** The facts that a record of a kind should have soon after its creation, in the order in which they are shown. */
const REQUIRED_FACTS: Partial<Record<KindName, readonly RequiredFact[]>> = {
  project: [
    { name: "partner", tab: "institutionen", lacking: listOfCheck("projects_without_partner") },
    { name: "responsible", tab: "hochschulmitglieder", lacking: { query: "where[zustaendige][empty]=true" } },
    { name: "basis", tab: BASE_DATA, field: "vertragsgrundlage", lacking: listOfCheck("projects_without_basis") },
    {
      name: "notice_period",
      tab: BASE_DATA,
      field: "kuendigungsfrist",
      lacking: {
        query: `where[vertragsgrundlage][in]=${openEnded},${fixedTerm}&where[kuendigungsfrist][empty]=true`,
      },
    },
  ],
};

/**
 * Returns what a record lacks, for users who may add it. Partner and basis
 * are those of the quality checks. Finished records lack nothing.
 */
export async function findMissingFacts(
  context: Context,
  definition: AnyDefinition,
  id: number,
): Promise<MissingFact[]> {
  const required = REQUIRED_FACTS[definition.name];
  if (!required || !isAllowed(context.actor, "write", definition.name)) return [];
  await refreshDerived(context, definition);
  const lists = required.map(({ name, lacking: { query } }) => ({
    name,
    where: parseKindQuery(definition, new URLSearchParams(query ?? "")).query.where,
  }));
  const missing = await namesOfMatching(context.connection, definition, id, lists);
  return required.flatMap(({ lacking: _, ...fact }) => (missing.has(fact.name) ? [fact] : []));
}
