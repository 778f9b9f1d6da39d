"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { breakableEmail } from "@/components/tables/breakable-email";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { displayMoment } from "@/lib/model/fields/moments";
import type { ProposalAnswer, ProposedRecord } from "@/lib/features/rounds/proposal-queue";
import { proposalGroups } from "@/lib/features/rounds/proposal-groups";
import { DecisionText } from "./decision-text";
import { FieldProposalRow } from "./field-proposal-row";
import { SourceFile, SourceQuote, type ProposalSource } from "./proposal-source";

const TONES = { confirmed: "success", changed: "accent", ended: "warning", not_mine: "warning" } as const;

/** Actions on proposals. */
export type ProposalHandlers = {
  /** Missing where proposals are not selected. */
  selection?: { isSelected: (id: number) => boolean; toggle: (ids: readonly number[]) => void };
  isBusy: (id: number) => boolean;
  accept: (ids: readonly number[]) => void;
  reject: (ids: readonly number[]) => void;
  enterSuccessor?: (record: ProposedRecord, answer: ProposalAnswer) => void;
  /** Opens the file from which values were read, at the sentence of one of them. */
  openSource: (source: ProposalSource) => void;
};

type AnswerProposalsProps = {
  record: ProposedRecord;
  answer: ProposalAnswer;
  isOpen: boolean;
  handlers: ProposalHandlers;
  /** Button at the end of the line that says where the values come from. */
  action?: ReactNode;
};

/** One recipient's answer about a record, or what was read from a file: who and when, a note, values, and a successor. */
export function AnswerProposals({ record, answer, isOpen, handlers, action }: AnswerProposalsProps) {
  const t = useTranslations("proposals");
  const { file, at, comment, successor, succession, notes } = answer;
  const groups = proposalGroups(answer);
  const noteIds = notes.map(({ proposal_id }) => proposal_id);
  const isNoteBusy = noteIds.some(handlers.isBusy);
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
        {answer.answer && <Badge tone={TONES[answer.answer]}>{t(`answers.${answer.answer}`)}</Badge>}
        {file ? (
          <SourceFile record={record} answer={answer} onOpen={handlers.openSource} />
        ) : (
          <Recipient answer={answer} />
        )}
        <time dateTime={at} className="tabular">
          {displayMoment(new Date(at))}
        </time>
        {action}
      </p>
      {comment && (
        <blockquote
          aria-label={t("comment")}
          className="max-w-prose border-l-2 border-line-strong pl-3 [overflow-wrap:anywhere] whitespace-pre-line"
        >
          {comment}
        </blockquote>
      )}
      {groups.length > 0 && (
        <ul className="divide-y divide-line">
          {groups.map((proposals) => {
            const ids = proposals.map(({ proposal_id }) => proposal_id);
            const { selection } = handlers;
            return (
              <FieldProposalRow
                key={ids[0]}
                proposals={proposals}
                recordLabel={record.label}
                isOpen={isOpen}
                isBusy={ids.some(handlers.isBusy)}
                selection={
                  selection && {
                    isSelected: ids.every(selection.isSelected),
                    onToggle: () => selection.toggle(ids),
                  }
                }
                quoteOf={(proposal) => (
                  <SourceQuote record={record} answer={answer} proposal={proposal} onOpen={handlers.openSource} />
                )}
                onAccept={() => handlers.accept(ids)}
                onReject={() => handlers.reject(ids)}
              />
            );
          })}
        </ul>
      )}
      {(notes.length > 0 || successor) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-1.5">
          <div className="min-w-0 flex-1 basis-60">
            {notes.length > 0 && <p className="text-ink-muted">{t(`notes.${answer.answer ?? "confirmed"}`)}</p>}
            {successor && (
              <p className="[overflow-wrap:anywhere]">
                {t.rich("successor", {
                  name: `${successor.vorname} ${successor.nachname}`.trim(),
                  email: () => breakableEmail(successor.email),
                })}
              </p>
            )}
          </div>
          {isOpen ? (
            <div className="flex flex-wrap gap-2">
              {successor && succession && (
                <Button
                  size="sm"
                  variant="primary"
                  aria-label={t("enter_successor_of", { label: record.label })}
                  onClick={() => handlers.enterSuccessor?.(record, answer)}
                  icon={<Icon name="icon-user-round-plus" className="size-4" />}
                >
                  {t("enter_successor")}
                </Button>
              )}
              {notes.length > 0 && (
                <Button
                  size="sm"
                  busy={isNoteBusy}
                  aria-label={t("done_note", { label: record.label })}
                  onClick={() => handlers.accept(noteIds)}
                  icon={<Icon name="icon-check" className="size-4" />}
                >
                  {t("done")}
                </Button>
              )}
            </div>
          ) : (
            notes.length > 0 && <DecisionText decision={notes[0]?.decision ?? null} />
          )}
        </div>
      )}
    </div>
  );
}

function Recipient({ answer: { name, email } }: { answer: ProposalAnswer }) {
  const t = useTranslations("proposals");
  return (
    <span className="[overflow-wrap:anywhere]">
      {name && <span className="font-medium text-ink">{name}</span>}{" "}
      {email ? (
        <a href={`mailto:${email}`} className="underline underline-offset-2">
          {breakableEmail(email)}
        </a>
      ) : (
        // Names and addresses are deleted after a while (contract §15).
        name === "" && t("name_deleted")
      )}
    </span>
  );
}
