"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SelectBox } from "@/components/ui/choices/select-box";
import { Icon } from "@/components/ui/icon";
import type { FieldProposal } from "@/lib/features/rounds/proposal-queue";
import { textDifference } from "@/lib/features/rounds/text-difference";
import { DecisionText } from "./decision-text";
import { ValueText } from "./value-text";

type FieldProposalRowProps = {
  proposal: FieldProposal;
  /** The label of the record. */
  recordLabel: string;
  isOpen: boolean;
  isSelected: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onAccept: () => void;
  onReject: () => void;
};

/**
 * A proposed value beside the old one. If the field has been changed since, the value that is stored
 * now is shown, too.
 */
export function FieldProposalRow(props: FieldProposalRowProps) {
  const { proposal, recordLabel, isOpen, isSelected, isBusy, onToggle, onAccept, onReject } = props;
  const { field, label, now, value, stored, isChanged, isSame, decision } = proposal;
  const t = useTranslations("proposals");
  const proposed = textDifference(now, value);
  const isShown = isOpen && isChanged && stored !== null;
  return (
    <li className="flex items-start gap-x-3 py-2.5">
      {isOpen && (
        <SelectBox
          label={t("select_field", { field: label, label: recordLabel })}
          isSelected={isSelected}
          onToggle={onToggle}
        />
      )}
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto] xl:grid-cols-[11rem_minmax(0,1fr)_auto]">
        <p className="font-semibold [overflow-wrap:anywhere] md:col-span-2 xl:col-span-1">
          {label}
          {isShown && (
            <Badge tone={isSame ? "neutral" : "warning"} className="ml-2 font-normal xl:mt-1 xl:ml-0">
              {t(isSame ? "already_stored" : "changed_meanwhile")}
            </Badge>
          )}
        </p>
        <dl
          data-field={field}
          className={clsx("grid min-w-0 gap-x-6 gap-y-2", isShown ? "sm:grid-cols-3" : "sm:grid-cols-2")}
        >
          <ValueText label={t("old")} text={proposed.old} tone="old" />
          <ValueText label={t("new")} text={proposed.now} tone="new" />
          {isShown && <ValueText label={t("now")} text={textDifference(now, stored).now} tone="stored" />}
        </dl>
        {isOpen ? (
          <div className="flex flex-wrap items-start gap-2">
            <Button
              size="sm"
              busy={isBusy}
              aria-label={t("accept_field", { field: label, label: recordLabel })}
              onClick={onAccept}
              icon={<Icon name="icon-check" className="size-4" />}
            >
              {t("accept")}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              disabled={isBusy}
              aria-label={t("reject_field", { field: label, label: recordLabel })}
              onClick={onReject}
              icon={<Icon name="icon-x" className="size-4" />}
            >
              {t("reject")}
            </Button>
          </div>
        ) : (
          <DecisionText decision={decision} />
        )}
      </div>
    </li>
  );
}
