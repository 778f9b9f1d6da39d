"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { ButtonLink } from "@/components/navigation/links";
import { ListFooter } from "@/components/records/list/list-footer";
import { SelectionBar } from "@/components/records/shared/selection-bar";
import { notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { SelectBox } from "@/components/ui/choices/select-box";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { EmptyNote } from "@/components/ui/empty-note";
import { Icon } from "@/components/ui/icon";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ApiError } from "@/lib/base/browser/api-client";
import { PROPOSALS_MAX } from "@/lib/features/rounds/proposal";
import {
  QUEUE_FILTERS,
  QUEUE_PAGE_SIZE,
  queueHref,
  type ProposalAnswer,
  type ProposalQueue,
  type ProposedRecord,
  type QueueQuery,
} from "@/lib/features/rounds/proposal-queue";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import type { ProposalHandlers } from "./answer-proposals";
import { fieldIdsOf, ProposedRecordCard } from "./proposed-record-card";
import { QueueFilters } from "./queue-filters";
import { RefusedProposals, type NamedProposal, type RefusedProposal } from "./refused-proposals";
import { useDecideProposals } from "./use-decide-proposals";
import { useSourcePreview } from "./use-source-preview";

const SuccessionDialogs = lazyComponent(async () => (await import("./succession-dialogs")).SuccessionDialogs);

/** Returns a page's proposals with their names on the screen. */
const namedOf = ({ records }: ProposalQueue): NamedProposal[] =>
  records.flatMap(({ label, href, answers }) =>
    answers.flatMap(({ fields, notes }) => [
      ...fields.map(({ proposal_id, label: field }) => ({ proposal_id, label, href, field })),
      ...notes.map(({ proposal_id }) => ({ proposal_id, label, href, field: null })),
    ]),
  );

type ProposalListProps = {
  query: QueueQuery;
  queue: ProposalQueue;
  /** The entries of the list of kinds of files, also deleted ones. */
  dateiarten: readonly Option[];
};

/** The queue of proposals, operable by keyboard alone (contract §14). */
export function ProposalList({ query, queue, dateiarten }: ProposalListProps) {
  const t = useTranslations("proposals");
  const failureText = useFailureText();
  const confirm = useConfirm();
  const decisions = useDecideProposals();
  const { openSource, preview } = useSourcePreview(dateiarten);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [refused, setRefused] = useState<readonly RefusedProposal[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [succession, setSuccession] = useState<{ record: ProposedRecord; answer: ProposalAnswer; openCount: number }>();
  const list = useRef<HTMLOListElement>(null);
  const summary = useRef<HTMLParagraphElement>(null);
  /** Position of the card to focus when the page is refreshed. */
  const focusAt = useRef<number>(null);

  const { records, total, recordCount, shown, choices, of } = queue;
  const isOpen = query.state === "open";
  const named = namedOf(queue);
  const byId = new Map(named.map((proposal) => [proposal.proposal_id, proposal]));
  const fieldIds = records.flatMap(fieldIdsOf);
  // Decided proposals are no longer on the page.
  const selected = fieldIds.filter((id) => ticked.has(id));
  const isFiltered = QUEUE_FILTERS.some((filter) => query[filter] !== undefined);

  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-record]") ?? [])];
  useEffect(() => {
    const index = focusAt.current;
    focusAt.current = null;
    // Moves the focus only if its element has disappeared.
    if (index === null || (document.activeElement && document.activeElement !== document.body)) return;
    const all = cards();
    (all[Math.min(index, all.length - 1)] ?? summary.current)?.focus();
  }, [queue]);

  /** Focuses, after the refresh, the card that takes the place of a decided one. */
  const rememberPosition = (ids: readonly number[]) => {
    const index = records.findIndex(({ answers }) =>
      answers.some(({ fields, notes }) => [...fields, ...notes].some(({ proposal_id }) => ids.includes(proposal_id))),
    );
    focusAt.current = Math.max(index, 0);
  };

  async function accept(proposals: readonly NamedProposal[], force = false) {
    const ids = proposals.map(({ proposal_id }) => proposal_id);
    rememberPosition(ids);
    const stillRefused = await decisions.accept(proposals, { force });
    if (!stillRefused) return;
    setTicked((now) => new Set([...now].filter((id) => !ids.includes(id))));
    setRefused((before) => [...before.filter(({ proposal_id }) => !ids.includes(proposal_id)), ...stillRefused]);
  }

  const acceptIds = (ids: readonly number[]) => void accept(ids.flatMap((id) => byId.get(id) ?? []));

  async function reject(ids: readonly number[]) {
    rememberPosition(ids);
    await decisions.reject(ids);
    // Reopened ones come back unticked.
    setTicked((now) => new Set([...now].filter((id) => !ids.includes(id))));
    setRefused((before) => before.filter(({ proposal_id }) => !ids.includes(proposal_id)));
  }

  /** Loads all proposals with a value that match, also those of other pages. */
  async function load(proposalsQuery: QueueQuery, count: number): Promise<NamedProposal[]> {
    setLoading(true);
    try {
      const { loadProposals } = await import("./load-proposals");
      const labels = new Map(choices.field.map(({ value, label }) => [value, label]));
      return await loadProposals(proposalsQuery, Math.min(count, PROPOSALS_MAX), (field) => labels.get(field) ?? field);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
      return [];
    } finally {
      setLoading(false);
    }
  }

  /** Returns a record's proposals with a value, also those of other pages. */
  const proposalsOf = async (record: ProposedRecord) =>
    record.total > record.shown
      ? load({ ...query, kind: record.kind, id: record.id }, record.total)
      : fieldIdsOf(record).flatMap((id) => byId.get(id) ?? []);

  async function acceptMatching() {
    const matchingProposals = await load(query, total);
    if (matchingProposals.length === 0) return;
    const isConfirmed = await confirm({
      title: t("accept_question", { count: matchingProposals.length }),
      text: t("accept_text"),
      confirmLabel: t("accept"),
      cancelLabel: t("keep_open"),
      primary: "yes",
    });
    if (isConfirmed) await accept(matchingProposals);
  }

  const toggle = (ids: readonly number[]) =>
    setTicked((now) => {
      const isAll = ids.every((id) => now.has(id));
      return new Set(isAll ? [...now].filter((id) => !ids.includes(id)) : [...now, ...ids]);
    });

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const record = records[index];
    const isOnCard = event.target === event.currentTarget;
    const keyActions: Partial<Record<string, () => void>> = {
      ArrowDown: () => cards()[index + 1]?.focus(),
      ArrowUp: () => cards()[index - 1]?.focus(),
      // On a button or a box inside the card, the key operates that one.
      ...(isOnCard &&
        isOpen &&
        record &&
        fieldIdsOf(record).length > 0 && { Enter: () => void proposalsOf(record).then((found) => accept(found)) }),
    };
    const keyAction = keyActions[event.key];
    if (!keyAction) return;
    event.preventDefault();
    keyAction();
  }

  const handlers: ProposalHandlers = {
    selection: { isSelected: (id) => ticked.has(id), toggle },
    isBusy: decisions.isBusy,
    accept: acceptIds,
    reject: (ids) => void reject(ids),
    openSource,
    enterSuccessor: (record, answer) =>
      setSuccession((last) => ({ record, answer, openCount: (last?.openCount ?? 0) + 1 })),
  };

  /** Marks the notes of an answer done, as its successor is entered. */
  async function finishSuccession({ notes }: ProposalAnswer) {
    const done = notes.flatMap(({ proposal_id }) => byId.get(proposal_id) ?? []);
    rememberPosition(done.map(({ proposal_id }) => proposal_id));
    await decisions.accept(done, { isQuiet: true });
  }

  const emptyText = isFiltered ? t("none_match") : t(`none.${query.state}`);
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-muted">{t("intro")}</p>
      <QueueFilters query={query} choices={choices} of={of} />
      {refused.length > 0 && (
        <RefusedProposals
          refused={refused}
          isBusy={decisions.isAnyBusy}
          onForce={(proposals) => void accept(proposals, true)}
          onDismiss={() => setRefused([])}
        />
      )}
      <Card>
        <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 md:px-6">
          {isOpen && fieldIds.length > 0 && (
            <SelectBox
              label={t("select_page")}
              isSelected={selected.length === fieldIds.length}
              isMixed={selected.length > 0 && selected.length < fieldIds.length}
              onToggle={() => toggle(fieldIds)}
            />
          )}
          <p ref={summary} tabIndex={-1} aria-live="polite" className="tabular font-medium outline-none">
            {t("summary", { count: total, records: t("records", { count: recordCount }) })}
          </p>
          {isOpen && records.length > 0 && <p className="text-sm text-ink-muted pointer-coarse:hidden">{t("keys")}</p>}
          {isOpen && query.field !== undefined && total > 1 && (
            <Button
              className="ml-auto"
              busy={isLoading || decisions.isAnyBusy}
              onClick={() => void acceptMatching()}
              icon={<Icon name="icon-check-check" className="size-4" />}
            >
              {t("accept_matching", { count: Math.min(total, PROPOSALS_MAX) })}
            </Button>
          )}
        </div>
        {records.length === 0 && (
          <>
            <EmptyNote text={emptyText} hint={!isFiltered && isOpen ? t("none_hint") : undefined} />
            {isFiltered && (
              <p className="pb-8 text-center">
                <ButtonLink href={queueHref({ state: query.state })}>{t("reset")}</ButtonLink>
              </p>
            )}
          </>
        )}
        <ol ref={list} aria-label={t("title")} className="divide-y divide-line">
          {records.map((record, index) => (
            <ProposedRecordCard
              key={`${record.kind} ${record.id}`}
              query={query}
              record={record}
              handlers={handlers}
              onAcceptAll={() => void proposalsOf(record).then((found) => accept(found))}
              onRejectAll={() =>
                void proposalsOf(record).then((found) => reject(found.map(({ proposal_id }) => proposal_id)))
              }
              onKeyDown={(event) => onKeyDown(event, index)}
            />
          ))}
        </ol>
        {selected.length > 0 && (
          <SelectionBar count={selected.length} onClear={() => setTicked(new Set())}>
            <Button disabled={decisions.isAnyBusy} onClick={() => void reject(selected)}>
              {t("reject")}
            </Button>
            <Button variant="primary" busy={decisions.isAnyBusy} onClick={() => acceptIds(selected)}>
              {t("accept")}
            </Button>
          </SelectionBar>
        )}
        <ListFooter
          query={{ pageNo: query.pageNo, pageSize: QUEUE_PAGE_SIZE }}
          shown={shown}
          total={total}
          firstHref={queueHref(query)}
          keepsScroll={false}
        />
      </Card>
      {preview}
      {succession && (
        <SuccessionDialogs
          key={succession.openCount}
          record={succession.record}
          answer={succession.answer}
          onDone={() => void finishSuccession(succession.answer)}
        />
      )}
    </div>
  );
}
