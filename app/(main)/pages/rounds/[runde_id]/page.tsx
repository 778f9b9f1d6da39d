import clsx from "clsx";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { ForbiddenPage } from "@/components/layout/forbidden-page";
import { Card } from "@/components/ui/card";
import { DeleteRound } from "@/components/rounds/delete-round";
import { DraftRound } from "@/components/rounds/draft-round";
import { RecipientTable } from "@/components/rounds/recipient-table";
import { RoundActions } from "@/components/rounds/round-actions";
import { ROUND_HEADING } from "@/components/rounds/round-heading";
import { RoundFigures } from "@/components/rounds/round-figures";
import { RoundHistory } from "@/components/rounds/round-history";
import { RoundStatusBadge } from "@/components/rounds/round-status-badge";
import { ScopeNote } from "@/components/rounds/scope-note";
import { ROUND_KIND } from "@/lib/model/change";
import { dayOf } from "@/lib/model/fields/moments";
import { listHistoryEntries } from "@/lib/features/history/server/history-entries";
import { MAX_ID } from "@/lib/model/limits";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { oneOf, type PageRequest, pageReaders, readQuery, readSingle } from "@/lib/model/lists/query-reader";
import type { ListedRound, RoundCounts } from "@/lib/features/rounds/round-answers";
import { inLanguage, ROUND_MAX_RECORDS, roundHref } from "@/lib/features/rounds/round";
import {
  choiceCount,
  RECIPIENT_CHOICES,
  remindRefusal,
  type RecipientChoice,
} from "@/lib/features/rounds/round-progress";
import { isAllowed } from "@/lib/base/access/permissions";
import { isAppError } from "@/lib/base/errors/errors";
import { findProgress } from "@/lib/features/rounds/server/progress/find-progress";
import { findRecipients } from "@/lib/features/rounds/server/progress/find-running";
import { getRound, listRecipients } from "@/lib/features/rounds/server/rounds";
import { pageContext, type PageContext } from "@/lib/sessions/page-context";
import { readSearchParams, type SearchParams } from "../../../../search-params";
import { findRoundScope, roundKind } from "../round-scope";

type RoundPageProps = { params: Promise<{ runde_id: string }>; searchParams: SearchParams };

/** Number of changes in the history below a round. */
const SHOWN_CHANGES = 20;

/** Number of recipients of a draft among whom the preview offers a choice. */
const MAX_PREVIEWED = 50;

type RecipientListQuery = PageRequest & { state?: RecipientChoice };
const CHOICES = Object.keys(RECIPIENT_CHOICES) as RecipientChoice[];

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("frame");
  return { title: t("titles.rounds") };
}

async function findRound(context: PageContext, id: string): Promise<ListedRound | null> {
  const runde_id = wholeNumber(id, 1, MAX_ID);
  if (runde_id === null) return null;
  return getRound(context, runde_id).catch((error: unknown) => {
    if (isAppError(error, "data_not_found")) return null;
    throw error;
  });
}

/** The page of one confirmation round: a draft with its preview, or how far the round has come. */
export default async function RoundPage({ params, searchParams }: RoundPageProps) {
  const [context, { runde_id }] = await Promise.all([pageContext(), params]);
  if (!isAllowed(context.actor, "read", "rounds")) return <ForbiddenPage />;
  const round = await findRound(context, runde_id);
  const definition = round && definitionOfPath(round.kind);
  if (!definition) notFound();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className={clsx(ROUND_HEADING, "mb-0!")}>{inLanguage(round, "titel", context.locale)}</h1>
        <RoundStatusBadge status={round.status} />
      </div>
      {round.counts ? (
        <Started
          context={context}
          definition={definition}
          round={round}
          counts={round.counts}
          parameters={await readSearchParams(searchParams)}
        />
      ) : (
        <Draft context={context} definition={definition} round={round} />
      )}
    </>
  );
}

type PartProps = { context: PageContext; definition: AnyDefinition; round: ListedRound };

async function Draft({ context, definition, round }: PartProps) {
  const { runde_id, status: _, counts: __, ...stored } = round;
  const [kind, scope, recipients] = await Promise.all([
    roundKind(definition),
    findScope(context, definition, round),
    listRecipients(context, runde_id, { pageNo: 0, pageSize: ROUND_MAX_RECORDS }),
  ]);
  return (
    <DraftRound
      runde_id={runde_id}
      kind={kind}
      scope={scope}
      stored={stored}
      recordPath={definition.pages.detail}
      recipients={recipients.rows.slice(0, MAX_PREVIEWED)}
      declined={recipients.rows.filter(({ declined_before }) => declined_before)}
      total={recipients.total}
      withoutAddress={recipients.without_address}
    />
  );
}

/** Returns the records of a round in words. A query that has become invalid selects none. */
async function findScope(context: PageContext, definition: AnyDefinition, round: ListedRound) {
  const scope = await findRoundScope(context, definition, round.query);
  if (scope) return scope;
  const [t, records] = await Promise.all([getTranslations("rounds"), getTranslations("records")]);
  const count = records(`${definition.name}.count`, { count: 0 });
  return { count, total: 0, filters: [t("query_invalid")], href: null };
}

type StartedProps = PartProps & { counts: RoundCounts; parameters: URLSearchParams };

async function Started({ context, definition, round, counts, parameters }: StartedProps) {
  const { query } = readQuery<RecipientListQuery>({ ...pageReaders, state: readSingle(oneOf(CHOICES)) }, parameters);
  const { runde_id } = round;
  const choice = query.state ?? (round.status === "running" ? "open" : "all");
  const [progress, { rows, total }, scope, history] = await Promise.all([
    findProgress(context, runde_id),
    findRecipients(context, runde_id, { ...query, choice }),
    findScope(context, definition, round),
    listHistoryEntries(context, { kind: ROUND_KIND, id: runde_id, pageNo: 0, pageSize: SHOWN_CHANGES }),
  ]);
  if (rows.length === 0 && query.pageNo > 0) redirect(`${roundHref(runde_id)}?state=${choice}`);
  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4 p-4 md:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <ScopeNote scope={scope} />
          {round.status === "running" ? (
            <RoundActions
              runde_id={runde_id}
              titel={inLanguage(round, "titel", context.locale)}
              refusal={remindRefusal(progress, new Date())}
              missing={choiceCount("open", progress.states)}
              isSending={progress.waiting > 0}
            />
          ) : (
            <DeleteRound runde_id={runde_id} titel={inLanguage(round, "titel", context.locale)} />
          )}
        </div>
        <RoundFigures round={{ ...round, counts }} progress={progress} />
      </Card>
      <RecipientTable
        runde_id={runde_id}
        isRunning={round.status === "running"}
        choice={choice}
        states={progress.states}
        rows={rows}
        total={total}
        query={query}
      />
      <RoundHistory
        runde_id={runde_id}
        entries={history.entries}
        hasMore={history.next !== null}
        today={dayOf(new Date())}
      />
    </div>
  );
}
