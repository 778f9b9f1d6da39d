import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { StoredData } from "@/components/personal-data/stored-data";
import { MAX_ID } from "@/lib/model/limits";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import { isAppError } from "@/lib/base/errors/errors";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { pageContext } from "@/lib/sessions/page-context";
import { isAllowed } from "@/lib/base/access/permissions";
import { findPersonalData } from "@/lib/features/personal-data/server/personal-data";

type Params = Promise<{ kind: string; id: string }>;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.personal_data") };
}

/**
 * Shows everything stored about a person, even if the person's record was deleted (contract §9).
 */
export default async function PersonalDataPage({ params }: { params: Params }) {
  const [context, { kind, id: key }] = await Promise.all([pageContext(), params]);
  if (!isAllowed(context.actor, "read", "personalData")) return <ForbiddenPage />;
  const definition = definitionOfPath(kind);
  const id = wholeNumber(key, 1, MAX_ID);
  if (!definition?.person || id === null) notFound();
  const lists = definition.form.flatMap((group) =>
    group.fields.flatMap((name) => definition.fields[name]?.reference ?? []),
  );
  const [personalData, options] = await Promise.all([
    findPersonalData(context, definition, id).catch((error: unknown) => {
      if (isAppError(error, "data_not_found")) notFound();
      throw error;
    }),
    findOptionsWithDeleted(context, [...new Set(lists)]),
  ]);
  const { label, deleted, record, links, changes_total, mentions, mentions_complete, files, rounds, proposals } =
    personalData;
  const { recipients, answers } = rounds;
  const givenAnswers = answers.filter(({ answer }) => answer !== null);
  const roundCounts = { rounds: recipients.length, answers: givenAnswers.length, proposals: proposals.length };
  const shownData = { label, deleted, record, links, changes_total, mentions, mentions_complete, files, roundCounts };
  return <StoredData kind={definition.name} id={id} {...shownData} options={options} />;
}
