import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { entriesIn } from "@/components/history/change-story";
import { Timeline } from "@/components/history/timeline";
import { dayOf } from "@/lib/model/fields/moments";
import type { Change, HistoryEntry } from "@/lib/features/history/history-answers";
import {
  HISTORY_PATH,
  historySearchParams,
  isRecordKind,
  parseEntriesQuery,
  type EntriesQuery,
} from "@/lib/features/history/history-query";
import { ROUND_KIND } from "@/lib/model/change";
import { isAllowed } from "@/lib/base/access/permissions";
import type { EntryOptions, ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import type { Context } from "@/lib/store/database/transaction";
import { findBatchSummary, listHistoryEntries } from "@/lib/features/history/server/history-entries";
import { asksForOther, listChanges, mayAskForPerson } from "@/lib/features/history/server/history";
import { pageContext } from "@/lib/sessions/page-context";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { readSearchParams, type SearchParams } from "../../../search-params";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("history");
  return { title: t("title") };
}

/** Returns the query in the URL, without filters that the user may not use. */
function allowedQuery(context: Context, parameters: URLSearchParams) {
  const { kind, id, user, ...query } = parseEntriesQuery(parameters).query;
  const isOfRounds = kind === ROUND_KIND && isAllowed(context.actor, "read", "rounds");
  const isShown = kind !== undefined && (isRecordKind(kind) || isOfRounds);
  const mayAsk = mayAskForPerson(context) || !asksForOther(context, { user });
  return { ...query, ...(isShown && { kind, id }), ...(mayAsk && { user }) };
}

/**
 * Returns only the reference list entries that occur in the changes, so that the page need not
 * contain whole reference lists.
 */
async function optionsFor(context: Context, changes: readonly Change[]): Promise<EntryOptions> {
  const entryIds = entriesIn(changes);
  const names = Object.keys(entryIds) as ReferenceListName[];
  const options = await findOptionsWithDeleted(context, names);
  return Object.fromEntries(names.map((name) => [name, options[name]?.filter(({ id }) => entryIds[name]?.has(id))]));
}

/** Lists the changes of one batch, each as an entry of its own. */
async function changesOfBatch(context: Context, query: EntriesQuery, batch: string) {
  const [{ rows, total }, summary] = await Promise.all([listChanges(context, query), findBatchSummary(context, batch)]);
  // The requested page is past the end, for instance because the link is old: redirects to the last
  // page.
  if (rows.length === 0 && total > 0) {
    const last = { ...query, pageNo: Math.ceil(total / query.pageSize) - 1 };
    redirect(`${HISTORY_PATH}?${historySearchParams(last)}`);
  }
  const entries = rows.map((change): HistoryEntry => ({ change, batch: null }));
  return { entries, next: null, batch: { summary, total } };
}

/** The history of all records (contract §§7, 8), with its entries in the initial HTML. */
export default async function TimelinePage({ searchParams }: { searchParams: SearchParams }) {
  const context = await pageContext();
  const query = allowedQuery(context, await readSearchParams(searchParams));
  const { entries, next, batch } =
    query.batch === undefined
      ? { ...(await listHistoryEntries(context, query)), batch: null }
      : await changesOfBatch(context, query, query.batch);
  const changes = entries.flatMap((entry) => [entry.change, ...(entry.batch?.changes ?? [])]);
  return (
    <Timeline
      query={query}
      entries={entries}
      next={next}
      batch={batch}
      today={dayOf(new Date())}
      options={await optionsFor(context, changes)}
      hasPersonFilter={mayAskForPerson(context)}
      ownId={context.actor.id}
    />
  );
}
