import { cache } from "react";
import { LazyPastRecord } from "@/components/history/lazy-past-record";
import { dayOf, parsePastMoment } from "@/lib/model/fields/moments";
import type { EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { findRecordAt } from "@/lib/features/history/server/past";
import { pageContext } from "@/lib/sessions/page-context";

/** Reads the past state of a record once for both the page and its title. */
const recordAt = cache(async (kind: KindName, id: number, time: string) =>
  findRecordAt(await pageContext(), definitionOf(kind), id, new Date(time)),
);

/**
 * Returns the past state of the record that the URL of a detail page requests, or null if it
 * requests the present state.
 */
export async function pastState(kind: KindName, id: number | null, parameters: URLSearchParams) {
  const at = parameters.get("at");
  const past = parsePastMoment(at);
  if (!at || !past || id === null) return null;
  const { moment, name } = past;
  return { at, momentName: name, day: dayOf(moment), record: await recordAt(kind, id, moment.toISOString()) };
}

type PastRecordPageProps = {
  kind: KindName;
  id: number;
  state: NonNullable<Awaited<ReturnType<typeof pastState>>>;
  options: EntryOptions;
  currentLabel: string | null;
};

/** The detail page of a record as the record was at a given time (contract §8). */
export function PastRecordPage({ kind, id, state, options, currentLabel }: PastRecordPageProps) {
  return (
    <LazyPastRecord
      key={`${id} ${state.at}`}
      kind={kind}
      id={id}
      {...state}
      options={options}
      currentLabel={currentLabel}
    />
  );
}
