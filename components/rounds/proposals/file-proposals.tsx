"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { noteAcceptedFields } from "@/components/records/shared/accepted-fields";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { proposalGroups } from "@/lib/features/rounds/proposal-groups";
import type { ProposedRecord } from "@/lib/features/rounds/proposal-queue";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { AnswerProposals, type ProposalHandlers } from "./answer-proposals";
import { RefusedProposals, type NamedProposal, type RefusedProposal } from "./refused-proposals";
import { useDecideProposals } from "./use-decide-proposals";
import { useSourcePreview } from "./use-source-preview";

export type FileProposalsProps = {
  record: ProposedRecord;
  /** The entries of the list of kinds of files, also deleted ones. */
  dateiarten: readonly Option[];
};

/** What was read from a record's files and not decided yet, above the record's form (contract §18). */
export function FileProposals({ record, dateiarten }: FileProposalsProps) {
  const t = useTranslations("proposals");
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const decisions = useDecideProposals();
  const { openSource, preview } = useSourcePreview(dateiarten);
  const [refused, setRefused] = useState<readonly RefusedProposal[]>([]);
  const { kind, id, label, answers } = record;
  const proposals = answers.flatMap(({ fields }) => fields);

  useEffect(() => {
    // The button that had the focus has disappeared with its proposal.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [record]);
  useLayoutEffect(() => {
    const block = section.current;
    return () => {
      if (!block?.contains(document.activeElement)) return;
      block.parentElement?.querySelector<HTMLElement>("form :is(input, select, textarea)")?.focus();
    };
  }, []);

  async function accept(ids: readonly number[], force = false) {
    const chosen = proposals.filter(({ proposal_id }) => ids.includes(proposal_id));
    const named = chosen.map(({ proposal_id, label: field }): NamedProposal => {
      // Without a link: the form is below.
      return { proposal_id, label, href: null, field };
    });
    const stillRefused = await decisions.accept(named, { force });
    if (!stillRefused) return;
    const isRefused = (proposal_id: number) => stillRefused.some((each) => each.proposal_id === proposal_id);
    const accepted = chosen.filter(({ proposal_id }) => !isRefused(proposal_id));
    noteAcceptedFields(
      kind,
      id,
      accepted.map(({ field }) => field),
    );
    setRefused((before) => [...before.filter(({ proposal_id }) => !ids.includes(proposal_id)), ...stillRefused]);
  }

  const handlers: ProposalHandlers = {
    isBusy: decisions.isBusy,
    accept: (ids) => void accept(ids),
    reject: (ids) => {
      setRefused((before) => before.filter(({ proposal_id }) => !ids.includes(proposal_id)));
      void decisions.reject(ids);
    },
    openSource,
  };

  return (
    <section
      ref={section}
      aria-labelledby={headingId}
      className="grid gap-3 border-b border-line bg-sunken px-4 py-4 md:px-6 print:hidden"
    >
      <div>
        <h2 ref={heading} id={headingId} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t("read")}
        </h2>
        <p className="text-sm text-ink-muted">{t("read_hint")}</p>
      </div>
      {refused.length > 0 && (
        <RefusedProposals
          refused={refused}
          isBusy={decisions.isAnyBusy}
          onForce={(forced) =>
            void accept(
              forced.map(({ proposal_id }) => proposal_id),
              true,
            )
          }
          onDismiss={() => setRefused([])}
        />
      )}
      {answers.map((answer) => {
        const ids = answer.fields.map(({ proposal_id }) => proposal_id);
        return (
          <AnswerProposals
            key={answer.key}
            record={record}
            answer={answer}
            isOpen
            handlers={handlers}
            action={
              proposalGroups(answer).length > 1 && (
                <Button
                  size="sm"
                  variant="primary"
                  busy={ids.every(decisions.isBusy)}
                  aria-label={t("accept_record", { label: answer.name })}
                  onClick={() => void accept(ids)}
                  icon={<Icon name="icon-check-check" className="size-4" />}
                  className="ml-auto"
                >
                  {t("accept_all")}
                </Button>
              )
            }
          />
        );
      })}
      {preview}
    </section>
  );
}
