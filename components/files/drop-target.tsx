import { useTranslations } from "next-intl";
import { notice, notify } from "@/components/toasts/notify";
import { useFileDrop } from "./use-file-drop";

type DropTargetProps = {
  /** The name of the record. */
  label: string;
  onFiles: (files: readonly File[]) => void;
};

/** Accepts files that are dropped anywhere on a page, and covers it while files are dragged over it. */
export function DropTarget({ label, onFiles }: DropTargetProps) {
  const t = useTranslations("files");
  const isOver = useFileDrop(({ files, hasFolder }) => {
    if (hasFolder) notify.danger(notice("no_folders"));
    if (files.length > 0) onFiles(files);
  });
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-backdrop p-6">
      <div className="rounded-lg border-2 border-dashed border-accent bg-surface px-8 py-6 text-center shadow-popup">
        <p className="text-lg font-semibold">{t("drop")}</p>
        <p className="mt-1 max-w-prose [overflow-wrap:anywhere] text-ink-muted">{t("drop_on", { label })}</p>
      </div>
    </div>
  );
}
