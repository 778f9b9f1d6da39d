"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ButtonLink } from "@/components/navigation/links";
import { useToastText, useValidationText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { FieldErrors } from "@/lib/model/fields/field";
import { groupBy } from "@/lib/model/pure/group-by";
import { formHref } from "@/lib/features/rounds/proposal-queue";

/** A proposal with its names on the screen. */
export type NamedProposal = {
  proposal_id: number;
  /** The record's label and page; null if it does not exist any more. */
  label: string;
  href: string | null;
  /** The label of the field; null for a note. */
  field: string | null;
};

/** A proposal that was not accepted, with the reason. */
export type RefusedProposal = NamedProposal & { message: string; errors?: FieldErrors };

/** Maximum number of proposals listed. */
const SHOWN = 50;

type RefusedProposalsProps = {
  refused: readonly RefusedProposal[];
  isBusy: boolean;
  onForce: (refused: readonly RefusedProposal[]) => void;
  onDismiss: () => void;
};

/**
 * Lists proposals that were not accepted, by reason. Those whose fields have been changed since can be
 * accepted nevertheless; others open the form of their record, in a new tab.
 */
export function RefusedProposals({ refused, isBusy, onForce, onDismiss }: RefusedProposalsProps) {
  const t = useTranslations("proposals");
  const noticeText = useToastText();
  const validationText = useValidationText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [refused]);

  function reasonOf({ message, errors }: RefusedProposal): string {
    if (message === "changed_since") return t("refused.changed_since");
    const codes = [...new Set(Object.values(errors ?? {}).flatMap(([code = ""]) => code))];
    return codes.length > 0 ? codes.map((code) => validationText(code)).join(" ") : noticeText(message);
  }

  const byReason = groupBy(refused, reasonOf);
  return (
    <Card className="border-warning px-4 py-3 md:px-6">
      <section aria-labelledby="refused-proposals" className="grid gap-3">
        <div className="flex items-start justify-between gap-4">
          <h2
            ref={heading}
            id="refused-proposals"
            tabIndex={-1}
            className="flex items-start gap-2 font-semibold outline-none"
          >
            <Icon name="icon-triangle-alert" className="mt-0.5 size-4.5 text-warning" />
            {t("refused.title", { count: refused.length })}
          </h2>
          <Button size="sm" variant="ghost" onClick={onDismiss} icon={<Icon name="icon-x" className="size-4" />}>
            {t("refused.dismiss")}
          </Button>
        </div>
        {[...byReason].map(([reason, ofReason]) => {
          const isForcible = ofReason[0]?.message === "changed_since";
          return (
            <div key={reason} className="grid gap-1">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <h3 className="text-ink-muted">{reason}</h3>
                {isForcible && ofReason.length > 1 && (
                  <Button size="sm" busy={isBusy} onClick={() => onForce(ofReason)}>
                    {t("refused.force_all", { count: ofReason.length })}
                  </Button>
                )}
              </div>
              <ul tabIndex={0} aria-label={reason} className="max-h-80 divide-y divide-line overflow-y-auto">
                {ofReason.slice(0, SHOWN).map((one) => (
                  <li key={one.proposal_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
                    <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
                      {one.field ? t("refused.item", { label: one.label, field: one.field }) : one.label}
                    </span>
                    {isForcible ? (
                      <Button
                        size="sm"
                        busy={isBusy}
                        aria-label={t("refused.force_named", { label: one.label, field: one.field ?? "" })}
                        onClick={() => onForce([one])}
                      >
                        {t("refused.force")}
                      </Button>
                    ) : (
                      one.href && (
                        <ButtonLink
                          size="sm"
                          href={formHref(one.href)}
                          target="_blank"
                          rel="noopener"
                          aria-label={t("refused.open_form_named", { label: one.label, field: one.field ?? "" })}
                        >
                          {t("refused.open_form")}
                        </ButtonLink>
                      )
                    )}
                  </li>
                ))}
              </ul>
              {ofReason.length > SHOWN && (
                <p className="text-sm text-ink-muted">{t("refused.more", { count: ofReason.length - SHOWN })}</p>
              )}
            </div>
          );
        })}
      </section>
    </Card>
  );
}
