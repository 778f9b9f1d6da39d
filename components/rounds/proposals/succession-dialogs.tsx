"use client";

import { useLocale, useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { CreateForm } from "@/components/records/form/create-form";
import { findLink } from "@/components/records/links/values/find-link";
import type { SendLink } from "@/components/records/links/values/link-call";
import { SuccessorDialog } from "@/components/records/links/succession/successor-dialog";
import { useSendLink } from "@/components/records/links/values/use-send-link";
import { useUndoLink } from "@/components/records/links/values/use-undo-link";
import { requestHits } from "@/components/records/shared/request-hits";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError } from "@/lib/base/browser/api-client";
import type { AnyRow } from "@/lib/model/kinds/define";
import { definitionOf, definitionOfPath } from "@/lib/model/kinds/registry";
import { linkListOf, type LinkList } from "@/lib/model/kinds/relations";
import type { ProposalAnswer, ProposedRecord, Succession } from "@/lib/features/rounds/proposal-queue";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

type SuccessionDialogsProps = {
  record: ProposedRecord;
  answer: ProposalAnswer;
  /** Called when the successor is entered. */
  onDone: () => void;
};

/**
 * Enters the successor that an answer names: first the filled form of a new record, which offers
 * existing ones, then the link that ends the one of the predecessor (contract §13).
 */
export function SuccessionDialogs({ record, answer, onDone }: SuccessionDialogsProps) {
  const { successor, succession } = answer;
  const own = definitionOfPath(record.kind);
  if (!successor || !succession || !own) return null;
  const { list } = succession;
  const shared = { successor, succession };
  if (list === null) return <NewSuccessor {...shared} onClose={(created) => created && onDone()} />;
  return <LinkedSuccessor {...shared} tab={linkListOf(own.name, list)} id={record.id} onDone={onDone} />;
}

type NewSuccessorProps = {
  successor: NonNullable<ProposalAnswer["successor"]>;
  succession: Succession;
  onClose: (created: Option | null) => void;
};

/** The form of a new record, filled with the successor's name and address. */
function NewSuccessor({ successor, succession, onClose }: NewSuccessorProps) {
  const [isOpen, setOpen] = useState(true);
  const { vorname, nachname, email } = successor;
  return (
    <CreateForm
      definition={definitionOf(succession.kind)}
      typed=""
      values={{ vorname, nachname, email }}
      open={isOpen}
      onClose={(created) => {
        setOpen(false);
        onClose(created);
      }}
    />
  );
}

type LinkedSuccessorProps = Omit<NewSuccessorProps, "onClose"> & {
  tab: LinkList;
  id: number;
  onDone: () => void;
};

/** Creates the successor, and links it to the record in the predecessor's place. */
function LinkedSuccessor({ successor, succession, tab, id, onDone }: LinkedSuccessorProps) {
  const locale = useLocale();
  const t = useTranslations("proposals");
  const sendLink = useSendLink(id);
  const { offerUndo } = useUndoLink({ tab, id });
  const isLinked = useRef(false);
  const [successorLink, setSuccessorLink] = useState<{ row: AnyRow; chosen: Option; isOpen: boolean } | null>(null);
  const other = definitionOf(tab.other.kind);
  const { predecessor } = succession;

  const send: SendLink = async (...call) => {
    const answer = await sendLink(...call);
    isLinked.current = answer.success;
    return answer;
  };

  /** Links the successor without a predecessor: there is none, or its link does not exist any more. */
  async function linkOnly({ id: otherId, label }: Option) {
    const { success, message } = await send("POST", tab, otherId);
    if (!success) throw new ApiError(200, message);
    void offerUndo("link", otherId, t("linked", { label }));
    onDone();
  }

  async function linkCreated(created: Option | null) {
    if (!created) return;
    try {
      const row = predecessor === null ? null : await findLink({ tab, id }, predecessor);
      if (row) setSuccessorLink({ row, chosen: created, isOpen: true });
      else await linkOnly(created);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code, { label: created.label }));
    }
  }

  function close() {
    setSuccessorLink((now) => now && { ...now, isOpen: false });
    if (isLinked.current) onDone();
  }

  return (
    <>
      <NewSuccessor successor={successor} succession={succession} onClose={(created) => void linkCreated(created)} />
      {successorLink && predecessor !== null && (
        <SuccessorDialog
          tab={tab}
          id={id}
          row={successorLink.row}
          otherId={predecessor}
          label={other.label(successorLink.row, locale)}
          initial={successorLink.chosen}
          search={(text, signal) => requestHits(other, text, signal)}
          send={send}
          open={successorLink.isOpen}
          onClose={close}
        />
      )}
    </>
  );
}
