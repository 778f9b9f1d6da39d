"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SelectBox } from "@/components/ui/choices/select-box";
import { Icon } from "@/components/ui/icon";
import type { FieldProposal } from "@/lib/features/rounds/proposal-queue";
import { textDifference } from "@/lib/features/rounds/text-difference";
import { DecisionText } from "./decision-text";
import { ValueText } from "./value-text";

type FieldProposalRowProps = {
  /** Values that are decided at once; at least one. */
  proposals: readonly FieldProposal[];
  /** The label of the record. */
  recordLabel: string;
  isOpen: boolean;
  isBusy: boolean;
  /** Missing where values are not selected. */
  selection?: { isSelected: boolean; onToggle: () => void };
  /** Renders where a value was read. */
  quoteOf: (proposal: FieldProposal) => ReactNode;
  onAccept: () => void;
  onReject: () => void;
};

/** Whether the next value was read in the same place. */
const hasSameQuote = ({ quote }: FieldProposal, next: FieldProposal | undefined) =>
  quote !== null && quote.seite === next?.quote?.seite && quote.zitat === next.quote.zitat;

/** Proposed values that are decided at once, beside the old ones. */
export function FieldProposalRow(props: FieldProposalRowProps) {
  const { proposals, recordLabel, isOpen, isBusy, selection, quoteOf, onAccept, onReject } = props;
  const t = useTranslations("proposals");
  const names = { field: proposals.map(({ label }) => label).join(", "), label: recordLabel };
  return (
    <li className="flex items-start gap-x-3 py-2.5">
      {isOpen && selection && <SelectBox label={t("select_field", names)} {...selection} />}
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-y-3">
          {proposals.map((proposal, index) => (
            <ProposedValue key={proposal.proposal_id} proposal={proposal} isOpen={isOpen}>
              {!hasSameQuote(proposal, proposals[index + 1]) && quoteOf(proposal)}
            </ProposedValue>
          ))}
        </div>
        {isOpen ? (
          <div className="flex flex-wrap items-start gap-2">
            <Button
              size="sm"
              busy={isBusy}
              aria-label={t("accept_field", names)}
              onClick={onAccept}
              icon={<Icon name="icon-check" className="size-4" />}
            >
              {t("accept")}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={isBusy}
              aria-label={t("reject_field", names)}
              onClick={onReject}
              icon={<Icon name="icon-x" className="size-4" />}
            >
              {t("reject")}
            </Button>
          </div>
        ) : (
          <DecisionText decision={proposals[0]?.decision ?? null} />
        )}
      </div>
    </li>
  );
}

type ProposedValueProps = {
  proposal: FieldProposal;
  isOpen: boolean;
  /** Shown below the values. */
  children: ReactNode;
};

/**
 * A proposed value beside the old one. If the field has been changed since, the value that is stored
 * now is shown, too.
 */
function ProposedValue({ proposal, isOpen, children }: ProposedValueProps) {
  const { field, label, now, value, stored, isChanged, isSame } = proposal;
  const t = useTranslations("proposals");
  const proposed = textDifference(now, value);
  const isShown = isOpen && isChanged && stored !== null;
  return (
    <div className="grid min-w-0 gap-x-8 gap-y-2 xl:grid-cols-[11rem_minmax(0,1fr)]">
      <p className="font-semibold [overflow-wrap:anywhere]">
        {label}
        {isShown && (
          <Badge tone={isSame ? "neutral" : "warning"} className="ml-2 font-normal xl:mt-1 xl:ml-0">
            {t(isSame ? "already_stored" : "changed_meanwhile")}
          </Badge>
        )}
      </p>
      <div className="grid min-w-0 gap-y-2">
        <dl
          data-field={field}
          className={clsx("grid min-w-0 gap-x-6 gap-y-2", isShown ? "sm:grid-cols-3" : "sm:grid-cols-2")}
        >
          <ValueText label={t("old")} text={proposed.old} tone="old" />
          <ValueText label={t("new")} text={proposed.now} tone="new" />
          {isShown && <ValueText label={t("now")} text={textDifference(now, stored).now} tone="stored" />}
        </dl>
        {children}
      </div>
    </div>
  );
}
