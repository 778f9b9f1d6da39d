"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { fileHref } from "@/lib/features/files/file-address";
import type { FieldProposal, ProposalAnswer, ProposedRecord } from "@/lib/features/rounds/proposal-queue";

/** The version of a file from which a value was read, and the sentence. */
export type ProposalSource = NonNullable<ProposalAnswer["file"]> & { quote: FieldProposal["quote"] };

type SourceLinkProps = {
  record: ProposedRecord;
  answer: ProposalAnswer;
  /** The value whose sentence is marked. */
  proposal: FieldProposal | undefined;
  onOpen: (source: ProposalSource) => void;
  className: string;
  children: ReactNode;
};

/** Link to the preview of a file at a sentence, which opens on this page unless a new tab is wanted. */
function SourceLink({ record, answer, proposal, onOpen, className, children }: SourceLinkProps) {
  const { file } = answer;
  if (!file || record.href === null) return children;
  const quote = proposal?.quote ?? null;
  function openHere(event: MouseEvent) {
    if (!file || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen({ ...file, quote });
  }
  const address = { kind: record.kind, id: record.id, datei_id: file.datei_id };
  return (
    <a
      href={fileHref(address, { seite: quote?.seite, proposal_id: proposal?.proposal_id })}
      onClick={openHere}
      className={className}
    >
      {children}
    </a>
  );
}

type SourceFileProps = Omit<SourceLinkProps, "proposal" | "className" | "children">;

/** The name of the file from which values were read, as a link to its preview. */
export function SourceFile(props: SourceFileProps) {
  const { name, fields } = props.answer;
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <Icon name="icon-file-text" className="mt-0.5 size-4" />
      <SourceLink
        {...props}
        proposal={fields[0]}
        className="min-w-0 font-medium [overflow-wrap:anywhere] text-ink underline decoration-line-strong underline-offset-3"
      >
        {name}
      </SourceLink>
    </span>
  );
}

/** The sentence from which a value was read, with the page of a PDF as a link to it. */
export function SourceQuote(props: SourceFileProps & { proposal: FieldProposal }) {
  const t = useTranslations("proposals");
  const { quote } = props.proposal;
  if (!quote || quote.zitat === "") return null;
  return (
    <blockquote className="max-w-prose border-l-2 border-line-strong pl-3 text-sm leading-5 [overflow-wrap:anywhere] text-ink-muted">
      {quote.seite !== null && (
        <>
          <SourceLink {...props} className="text-accent underline underline-offset-3">
            {t("source_page", { page: quote.seite })}
          </SourceLink>
          {": "}
        </>
      )}
      {t("source_quote", { quote: quote.zitat })}
    </blockquote>
  );
}
