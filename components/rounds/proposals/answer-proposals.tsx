"use client";

import { useTranslations } from "next-intl";
import { breakableEmail } from "@/components/tables/breakable-email";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { displayMoment } from "@/lib/model/fields/moments";
import type { ProposalAnswer, ProposedRecord } from "@/lib/features/rounds/proposal-queue";
import { DecisionText } from "./decision-text";
import { FieldProposalRow } from "./field-proposal-row";

const TONES = { confirmed: "success", changed: "accent", ended: "warning", not_mine: "warning" } as const;

/** Actions on proposals. */
export type ProposalHandlers = {
  isSelected: (id: number) => boolean;
  isBusy: (id: number) => boolean;
  toggle: (ids: readonly number[]) => void;
  accept: (ids: readonly number[]) => void;
  reject: (ids: readonly number[]) => void;
  enterSuccessor: (record: ProposedRecord, answer: ProposalAnswer) => void;
};

type AnswerProposalsProps = {
  record: ProposedRecord;
  answer: ProposalAnswer;
  isOpen: boolean;
  handlers: ProposalHandlers;
};

/** One recipient's answer about a record: who and when, a note, values, and a successor. */
export function AnswerProposals({ record, answer, isOpen, handlers }: AnswerProposalsProps) {
  const t = useTranslations("proposals");
  const { name, email, at, comment, successor, succession, fields, notes } = answer;
  const noteIds = notes.map(({ proposal_id }) => proposal_id);
  const isNoteBusy = noteIds.some(handlers.isBusy);
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-muted">
        {answer.answer && <Badge tone={TONES[answer.answer]}>{t(`answers.${answer.answer}`)}</Badge>}
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
        <time dateTime={at} className="tabular">
          {displayMoment(new Date(at))}
        </time>
      </p>
      {comment && (
        <blockquote
          aria-label={t("comment")}
          className="max-w-prose border-l-2 border-line-strong pl-3 [overflow-wrap:anywhere] whitespace-pre-line"
        >
          {comment}
        </blockquote>
      )}
      {fields.length > 0 && (
        <ul className="divide-y divide-line">
          {fields.map((proposal) => {
            const { proposal_id } = proposal;
            return (
              <FieldProposalRow
                key={proposal_id}
                proposal={proposal}
                recordLabel={record.label}
                isOpen={isOpen}
                isSelected={handlers.isSelected(proposal_id)}
                isBusy={handlers.isBusy(proposal_id)}
                onToggle={() => handlers.toggle([proposal_id])}
                onAccept={() => handlers.accept([proposal_id])}
                onReject={() => handlers.reject([proposal_id])}
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
                  onClick={() => handlers.enterSuccessor(record, answer)}
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
