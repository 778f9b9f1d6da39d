"use client";

import { useTranslations } from "next-intl";
import { useId, type KeyboardEvent } from "react";
import { MoreLink } from "@/components/navigation/links";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SelectBox } from "@/components/ui/choices/select-box";
import { Icon } from "@/components/ui/icon";
import { queueHref, type ProposedRecord, type QueueQuery } from "@/lib/features/rounds/proposal-queue";
import { AnswerProposals, type ProposalHandlers } from "./answer-proposals";

type ProposedRecordCardProps = {
  query: QueueQuery;
  record: ProposedRecord;
  handlers: ProposalHandlers;
  /** Accepts or rejects all proposals of the record that match, also those of other pages. */
  onAcceptAll: () => void;
  onRejectAll: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Returns the ids of a record's proposals that have a value. */
export const fieldIdsOf = ({ answers }: ProposedRecord): number[] =>
  answers.flatMap(({ fields }) => fields.map(({ proposal_id }) => proposal_id));

/** The proposals for one record, grouped by the answers that they come from. */
export function ProposedRecordCard(props: ProposedRecordCardProps) {
  const { query, record, handlers, onAcceptAll, onRejectAll, onKeyDown } = props;
  const { kind, kindLabel, id, label, href, shown, total, answers } = record;
  const t = useTranslations("proposals");
  const headingId = useId();
  const isOpen = query.state === "open";
  const ids = fieldIdsOf(record);
  const { selection } = handlers;
  const selected = selection ? ids.filter(selection.isSelected) : [];
  const isAll = ids.length > 0 && selected.length === ids.length;
  return (
    <li
      data-record
      tabIndex={0}
      aria-labelledby={headingId}
      onKeyDown={onKeyDown}
      className="grid gap-3 px-4 py-4 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus md:px-6"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-72 items-start gap-x-3">
          {isOpen && selection && ids.length > 0 && (
            <SelectBox
              label={t("select_record", { label })}
              isSelected={isAll}
              isMixed={!isAll && selected.length > 0}
              onToggle={() => selection.toggle(ids)}
            />
          )}
          <h2 id={headingId} className="min-w-0 text-lg leading-6 font-semibold [overflow-wrap:anywhere]">
            {href ? (
              <a href={href} className="text-ink underline-offset-4 hover:underline">
                {label}
              </a>
            ) : (
              label
            )}{" "}
            <Badge className="align-middle font-normal">{kindLabel}</Badge>
          </h2>
        </div>
        {isOpen && ids.length > 1 && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="primary"
              busy={ids.every(handlers.isBusy)}
              aria-label={t("accept_record", { label })}
              onClick={onAcceptAll}
              icon={<Icon name="icon-check-check" className="size-4" />}
            >
              {t("accept_all")}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={ids.every(handlers.isBusy)}
              aria-label={t("reject_record", { label })}
              onClick={onRejectAll}
            >
              {t("reject_all")}
            </Button>
          </div>
        )}
      </div>
      {href === null && <p className="text-ink-muted">{t("record_deleted")}</p>}
      {answers.map((answer) => (
        <AnswerProposals key={answer.key} record={record} answer={answer} isOpen={isOpen} handlers={handlers} />
      ))}
      {total > shown && (
        <p>
          <MoreLink href={queueHref({ ...query, kind, id })}>{t("more_of_record", { count: total - shown })}</MoreLink>
        </p>
      )}
    </li>
  );
}
