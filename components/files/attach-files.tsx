"use client";

import { useTranslations } from "next-intl";
import { useRights } from "@/components/auth/rights";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useFileReceiver } from "./file-drop";
import { PickFiles } from "./pick-files";
import { useFileSize } from "./use-file-size";

/** The files of a record that is not saved yet, which are uploaded once it is. */
export function AttachFiles() {
  const t = useTranslations("files");
  const sizeText = useFileSize();
  const { mayWrite } = useRights();
  const { addFiles, waiting, detach } = useFileReceiver();
  if (!mayWrite) return null;
  return (
    <section aria-label={t("title")} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <PickFiles label={t("attach")} onFiles={addFiles} />
      <p role="status" className="text-sm text-ink-muted">
        {waiting.length > 0 && t("attached", { count: waiting.length })}
      </p>
      {waiting.length > 0 && (
        <ul className="flex basis-full flex-wrap gap-2">
          {waiting.map((file, index) => (
            <li
              key={`${index} ${file.name}`}
              className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-surface py-0.5 pr-1 pl-3"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">{file.name}</span>
              <span className="text-sm whitespace-nowrap text-ink-muted">{sizeText(file.size)}</span>
              <IconButton
                label={t("detach", { name: file.name })}
                icon={<Icon name="icon-x" className="size-4" />}
                onClick={() => detach(file)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
