import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useRevertChange } from "@/components/records/undo/use-revert-change";
import { notify, type NoticeText } from "@/components/toasts/notify";
import { FILE_KIND } from "@/lib/model/files/file-kind";

type ChangedFile = { datei_id: number; label: string };

/** Returns a function that reports a change of a file in a toast, which offers to undo it. */
export function useFileUndo() {
  const t = useTranslations("common");
  const { refresh } = usePendingNavigation();
  const revertChange = useRevertChange();

  async function undo({ datei_id, label }: ChangedFile, action: "create" | "update" | "delete") {
    await revertChange({ kind: FILE_KIND, id: datei_id, action }, label);
    // Even after a failure, as another user may have undone the change first.
    refresh();
  }

  return {
    offerUndo(text: NoticeText, file: ChangedFile, action: "create" | "update" | "delete") {
      notify.undoable(text, { label: t("undo"), run: () => void undo(file, action) });
    },
  };
}
