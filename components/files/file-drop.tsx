"use client";

import { createContext, useContext, useState, type ReactNode } from "react";
import { useRights } from "@/components/auth/rights";
import { AttachedFilesProvider } from "@/components/records/shared/attached-files";
import { notice, notify } from "@/components/toasts/notify";
import { lazyComponent } from "@/components/ui/lazy-component";
import { loadOrNull, usePreload } from "@/components/ui/use-preload";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { RECORD_MAX_FILES } from "@/lib/model/limits";

const DropTarget = lazyComponent(async () => (await import("./drop-target")).DropTarget);
const loadUploads = () => import("./uploads/start-uploads");
type Uploads = Awaited<ReturnType<typeof loadUploads>>;

type FileReceiver = {
  /** Uploads files to the record, or attaches them to one that is not saved yet. */
  addFiles: (files: readonly File[]) => void;
  /** The files that wait until the record is saved. */
  waiting: readonly File[];
  detach: (file: File) => void;
};

const NO_FILES: FileReceiver = { addFiles: () => undefined, waiting: [], detach: () => undefined };
const FileReceiverContext = createContext(NO_FILES);

export const useFileReceiver = () => useContext(FileReceiverContext);

type FileDropProps = {
  /** The record's key is null until it is saved. */
  record: { kind: string; id: number | null; label: string };
  /** The largest size of a file. */
  maxMb: number;
  children: ReactNode;
};

/**
 * The page of a record, on which files can be dropped anywhere: they are uploaded at once, and those of
 * an unsaved record as soon as it is saved.
 */
export function FileDrop({ record, maxMb, children }: FileDropProps) {
  const { mayWrite } = useRights();
  const { kind, id, label } = record;
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  // Files must not be lost because code cannot be loaded once the record is saved.
  const [uploads, setUploads] = useState<Uploads | null>(null);
  usePreload(mayWrite ? loadUploads : nothing);

  async function receive(files: readonly File[]) {
    if (files.length + waiting.length > RECORD_MAX_FILES) {
      return notify.danger(notice("too_many_files", { max: RECORD_MAX_FILES }));
    }
    const loaded = await loadOrNull(loadUploads);
    if (!loaded) return notify.danger(notice("error_api"));
    setUploads(loaded);
    if (id === null) return setWaiting((before) => [...before, ...files]);
    loaded.startUploads({ kind, id, label }, files, maxMb);
    // `useTabInAddress` opens the tab.
    window.history.replaceState(null, "", `?tab=${FILE_KIND}`);
  }

  const receiver = {
    addFiles: (files: readonly File[]) => void receive(files),
    waiting,
    detach: (file: File) => setWaiting((before) => before.filter((each) => each !== file)),
  };
  const attached = {
    isWaiting: waiting.length > 0,
    onSaved(savedId: number, savedLabel: string) {
      uploads?.startUploads({ kind, id: savedId, label: savedLabel }, waiting, maxMb);
      setWaiting([]);
    },
  };

  return (
    <FileReceiverContext value={receiver}>
      <AttachedFilesProvider value={attached}>
        {children}
        {mayWrite && <DropTarget label={label} onFiles={receiver.addFiles} />}
      </AttachedFilesProvider>
    </FileReceiverContext>
  );
}

const nothing = () => Promise.resolve();
