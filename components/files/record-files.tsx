"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { useRights } from "@/components/auth/rights";
import { useLoginAgain } from "@/components/auth/use-login-again";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { EmptyNote } from "@/components/ui/empty-note";
import {
  FILE_PARAMETER,
  PAGE_PARAMETER,
  previewParameters,
  PROPOSAL_PARAMETER,
} from "@/lib/features/files/file-address";
import type { FileRow } from "@/lib/features/files/file-answers";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import { MAX_ID } from "@/lib/model/limits";
import { ownValue } from "@/lib/model/pure/own-value";
import { wholeNumber } from "@/lib/model/pure/whole-number";
import { nameIn, type Option } from "@/lib/model/reference-lists/reference-lists";
import { FileItem } from "./file-item";
import { useFileReceiver } from "./file-drop";
import { PickFiles } from "./pick-files";
import { LazyFilePreview } from "./preview/lazy-file-preview";
import type { UploadTarget } from "./uploads/upload-queue";
import { UploadItems } from "./uploads/upload-items";
import { UPLOADS_OF } from "./uploads/start-uploads";
import { useUploads } from "./uploads/use-uploads";
import { useProposalSource } from "./preview/use-proposal-source";
import { useRefreshWhileReading } from "./use-refresh-while-reading";
import { useFileUndo } from "./use-file-undo";

export type RecordFilesProps = {
  record: UploadTarget;
  /** Newest first. */
  files: readonly FileRow[];
  /** The entries of the list of kinds of files, also inactive and deleted ones. */
  dateiarten: readonly Option[];
  /** The numbers of open proposals that were read from files, by their keys. */
  proposalCounts: Readonly<Record<number, number>>;
  /** The visibilities that the user may set. */
  visibilities: readonly FileVisibility[];
  /** The largest size of a file. */
  maxMb: number;
};

/** Opens or closes the preview of a file by the address, so that a copied address shows the same. */
function showInAddress(file: FileRow | null) {
  const parameters = file ? previewParameters(file.datei_id) : new URLSearchParams({ tab: FILE_KIND });
  window.history.replaceState(null, "", `?${parameters}`);
}

/** A record's files and uploads, and the preview of the file that the address names (contract §18). */
export function RecordFiles(props: RecordFilesProps) {
  const { record, files, dateiarten, proposalCounts, visibilities, maxMb } = props;
  const t = useTranslations("files");
  const { mayWrite } = useRights();
  const { addFiles } = useFileReceiver();
  const { refresh } = usePendingNavigation();
  const { offerUndo } = useFileUndo();
  const parameters = useSearchParams();
  const requested = parameters.get("tab") === FILE_KIND ? parameters.get(FILE_PARAMETER) : null;
  const shown = files.find(({ datei_id }) => String(datei_id) === requested);
  const source = useProposalSource(shown, mayWrite ? parameters.get(PROPOSAL_PARAMETER) : null);
  /** The files whose details are edited: also new ones, about which the user may say more at once. */
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const nameOfKind = (entry: number) => nameIn({ dateiarten })("dateiarten", entry);

  function setEditing(datei_id: number, isEditing: boolean) {
    setEdited((before) => {
      const next = new Set(before);
      if (isEditing) next.add(datei_id);
      else next.delete(datei_id);
      return next;
    });
  }

  const reportMissing = useEffectEvent(() => {
    if (requested === null || shown) return;
    notify.danger(notice("file_gone"));
    showInAddress(null);
  });
  useEffect(() => reportMissing(), [requested]);

  const uploads = useUploads(record, (stored) => {
    for (const { replaces, state } of stored) {
      if (replaces === null && state.is === "stored") setEditing(state.datei_id, true);
    }
    refresh();
    const [only] = stored;
    if (stored.length > 1 || only?.state.is !== "stored") {
      return notify.success(notice("files_stored", { count: stored.length }));
    }
    const { name } = only.file;
    const file = { datei_id: only.state.datei_id, label: name };
    offerUndo(recordNotice("data_saved", name), file, only.replaces === null ? "create" : "update");
  });

  useRefreshWhileReading(mayWrite ? files : []);

  const loginAgain = useLoginAgain(uploads.length > 0 || edited.size > 0);

  return (
    <div className="print:hidden" {...{ [UPLOADS_OF]: `${record.kind}/${record.id}` }}>
      {mayWrite && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-4 md:px-6">
          <PickFiles onFiles={addFiles} />
          <p className="min-w-0 text-sm text-ink-muted">{t("add_hint", { mb: maxMb })}</p>
        </div>
      )}
      <UploadItems uploads={uploads} maxMb={maxMb} />
      {files.length === 0 ? (
        <EmptyNote text={t("none")} hint={mayWrite ? t("none_hint") : undefined} />
      ) : (
        <ul aria-label={t("list")} className="divide-y divide-line">
          {files.map((file) => (
            <FileItem
              key={file.datei_id}
              record={record}
              file={file}
              dateiart={nameOfKind(file.dateiart)}
              dateiarten={dateiarten}
              visibilities={visibilities}
              maxMb={maxMb}
              isEdited={edited.has(file.datei_id)}
              onEdit={(isEditing) => setEditing(file.datei_id, isEditing)}
              proposalCount={ownValue(proposalCounts, file.datei_id) ?? 0}
              onPreview={() => showInAddress(file)}
            />
          ))}
        </ul>
      )}
      {loginAgain}
      {shown && (
        <LazyFilePreview
          key={shown.datei_id}
          file={source?.file ?? shown}
          dateiart={nameOfKind(shown.dateiart)}
          proposalCount={ownValue(proposalCounts, shown.datei_id)}
          page={wholeNumber(parameters.get(PAGE_PARAMETER) ?? "", 1, MAX_ID) ?? undefined}
          quote={source?.quote}
          onClose={() => showInAddress(null)}
        />
      )}
    </div>
  );
}
