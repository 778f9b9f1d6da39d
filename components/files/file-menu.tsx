"use client";

import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useRights } from "@/components/auth/rights";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { buttonClasses } from "@/components/ui/button-looks";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { FileInput } from "@/components/ui/file-button";
import { Icon } from "@/components/ui/icon";
import { MENU_ITEM, MenuFrame, MenuLine, MenuWords } from "@/components/ui/menu-frame";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { contentHref } from "@/lib/features/files/file-address";
import type { fileDeleted, FileRow } from "@/lib/features/files/file-answers";
import { ACCEPTED_FILES } from "./pick-files";
import { startUploads } from "./uploads/start-uploads";
import type { UploadTarget } from "./uploads/upload-queue";
import { useFileUndo } from "./use-file-undo";

type FileMenuProps = {
  file: FileRow;
  record: UploadTarget;
  maxMb: number;
  /** Shows or hides the versions; undefined if there is only one. */
  onVersions?: () => void;
};

/** Menu with what can be done with a file. */
export function FileMenu({ file, record, maxMb, onVersions }: FileMenuProps) {
  const { datei_id, fassung } = file;
  const t = useTranslations("files");
  const confirm = useConfirm();
  const { mayWrite } = useRights();
  const { refresh } = usePendingNavigation();
  const { offerUndo } = useFileUndo();
  const input = useRef<HTMLInputElement>(null);
  const name = file.bezeichnung || file.name;

  async function deleteFile() {
    const isConfirmed = await confirm({
      title: t("delete_question"),
      subject: name,
      text: fassung > 1 ? t("delete_versions", { count: fassung }) : t("delete_text"),
      tone: "danger",
    });
    if (!isConfirmed) return;
    try {
      const { message } = await request<typeof fileDeleted>("DELETE", `/api/files/${datei_id}`);
      offerUndo(recordNotice(message, name), { datei_id, label: name }, "delete");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code === "data_not_found" ? "file_gone" : error.code));
    }
    refresh();
  }

  return (
    <>
      <MenuFrame
        isOpen={false}
        button={<Icon name="icon-ellipsis" className="size-4.5" />}
        trigger={{
          "aria-label": t("actions", { name }),
          title: t("actions", { name }),
          className: buttonClasses({ variant: "ghost", className: "px-2" }),
        }}
      >
        <Menu.LinkItem href={contentHref(file)} download={file.name} closeOnClick className={MENU_ITEM}>
          <MenuWords icon="icon-download">{t("download")}</MenuWords>
        </Menu.LinkItem>
        {onVersions && (
          <Menu.Item onClick={onVersions} className={MENU_ITEM}>
            <MenuWords icon="icon-history">{t("versions")}</MenuWords>
          </Menu.Item>
        )}
        {mayWrite && (
          <>
            <Menu.Item onClick={() => input.current?.click()} className={MENU_ITEM}>
              <MenuWords icon="icon-file-up">{t("new_version")}</MenuWords>
            </Menu.Item>
            <MenuLine />
            <Menu.Item onClick={() => void deleteFile()} className={MENU_ITEM}>
              <MenuWords icon="icon-trash-2">{t("delete")}</MenuWords>
            </Menu.Item>
          </>
        )}
      </MenuFrame>
      {mayWrite && (
        <FileInput
          ref={input}
          hidden
          accept={ACCEPTED_FILES}
          aria-label={t("new_version")}
          onFiles={(files) => startUploads(record, files, maxMb, datei_id)}
        />
      )}
    </>
  );
}
