import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { NewRound } from "@/components/rounds/new-round";
import { ROUND_HEADING } from "@/components/rounds/round-heading";
import { RoundKindChoice } from "@/components/rounds/round-kind-choice";
import { daysLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { recipientSourcesOf, type RoundValues } from "@/lib/features/rounds/round";
import { defaultRoundFields, ROUND_DUE_DAYS } from "@/lib/features/rounds/round-defaults";
import { isAllowed } from "@/lib/base/access/permissions";
import { pageContext } from "@/lib/sessions/page-context";
import { readSearchParams, type SearchParams } from "../../../../search-params";
import { defaultText, defaultTitle } from "../default-words";
import { findRoundScope, roundKind } from "../round-scope";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("rounds");
  return { title: t("new") };
}

/** Starts a confirmation round of the records of a list; without a list, offers the kinds of records. */
export default async function NewRoundPage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  if (!isAllowed(context.actor, "write", "rounds")) return <ForbiddenPage />;
  const parameters = await readSearchParams(searchParams);
  if (!parameters.get("kind")) return <RoundKindChoice />;
  const definition = definitionOfPath(parameters.get("kind") ?? "");
  const [an] = definition ? recipientSourcesOf(definition) : [];
  const query = parameters.get("query") ?? "";
  const scope = definition && (await findRoundScope(context, definition, query));
  if (!definition || !an || !scope) notFound();
  const today = dayOf(new Date());
  const [kind, t] = await Promise.all([roundKind(definition), getTranslations("rounds")]);
  const initial: RoundValues = {
    titel_de: defaultTitle("de", definition, today),
    titel_en: defaultTitle("en", definition, today),
    kind: definition.apiPath,
    query,
    an,
    felder: defaultRoundFields(definition, context.locale),
    text_de: defaultText("de", context.actor.name),
    text_en: defaultText("en", context.actor.name),
    faellig_am: daysLater(today, ROUND_DUE_DAYS),
  };
  return (
    <>
      <h1 className={ROUND_HEADING}>{t("new_title", { records: kind.many })}</h1>
      <NewRound kind={kind} scope={scope} initial={initial} />
    </>
  );
}
