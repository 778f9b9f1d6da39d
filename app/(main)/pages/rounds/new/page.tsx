import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { NewRound } from "@/components/rounds/new-round";
import { RoundKindChoice } from "@/components/rounds/round-kind-choice";
import { RoundMessages } from "@/components/rounds/round-messages";
import { LOCALES } from "@/lib/i18n";
import { daysLater } from "@/lib/records/fields/day";
import { dayOf } from "@/lib/records/fields/moments";
import { definitionOfPath } from "@/lib/records/kinds/registry";
import { askedAbout, type RoundValues } from "@/lib/records/rounds/round";
import { defaultRoundFields, ROUND_DUE_DAYS } from "@/lib/records/rounds/round-defaults";
import { isAllowed } from "@/lib/server/access/permissions";
import { universityNames } from "@/lib/server/config/env";
import { pageContext } from "@/lib/server/server/page-context";
import { readSearchParams, type SearchParams } from "../../../../search-params";
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
  const [an] = definition ? askedAbout(definition) : [];
  const query = parameters.get("query") ?? "";
  const scope = definition && (await findRoundScope(context, definition, query));
  if (!definition || !an || !scope) notFound();
  const today = dayOf(new Date());
  const [kind, t, ...texts] = await Promise.all([
    roundKind(definition),
    getTranslations("rounds"),
    ...LOCALES.map((locale) => getTranslations({ locale, namespace: "rounds" })),
  ]);
  // The texts contain placeholders in braces, which the server fills for each recipient.
  const textIn = (locale: (typeof LOCALES)[number]) =>
    String(texts[LOCALES.indexOf(locale)]?.raw("default_text"))
      .replaceAll("[university]", universityNames(locale).university)
      .replaceAll("[sender]", context.actor.name);
  const initial: RoundValues = {
    titel: t("default_title", { records: kind.many, month: today.slice(5, 7), year: today.slice(0, 4) }),
    kind: definition.apiPath,
    query,
    an,
    felder: defaultRoundFields(definition, context.locale),
    text_de: textIn("de"),
    text_en: textIn("en"),
    faellig_am: daysLater(today, ROUND_DUE_DAYS),
  };
  return (
    <RoundMessages>
      <NewRound kind={kind} scope={scope} initial={initial} />
    </RoundMessages>
  );
}
