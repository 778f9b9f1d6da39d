import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import { ifApiError, request } from "@/lib/base/browser/api-client";
import { contentHref } from "@/lib/features/files/file-address";
import type { FileRow, FileVersionRow, fileVersions } from "@/lib/features/files/file-answers";
import { displayMoment } from "@/lib/model/fields/moments";
import { useFileSize } from "./use-file-size";

/** The versions of a file, newest first, each of which can be downloaded. */
export function FileVersions({ file, onClose }: { file: FileRow; onClose: () => void }) {
  const { datei_id } = file;
  const t = useTranslations("files");
  const tc = useTranslations("common");
  const sizeText = useFileSize();
  const [versions, setVersions] = useState<readonly FileVersionRow[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    request<typeof fileVersions>("GET", `/api/files/${datei_id}/versions`, { signal: controller.signal }).then(
      (answer) => setVersions(answer.versions),
      ifApiError(({ code }) => notify.danger(notice(code))),
    );
    return () => controller.abort();
  }, [datei_id]);

  return (
    <section
      aria-label={t("versions_of", { name: file.bezeichnung || file.name })}
      className="mt-3 flex items-start gap-2 rounded-md bg-sunken p-3"
    >
      {versions ? (
        <ol className="flex min-w-0 flex-1 flex-col gap-2">
          {versions.map(({ fassung, name, bytes, created_at, created_by }) => (
            <li key={fassung} className="text-sm [overflow-wrap:anywhere] text-ink-muted">
              <a
                href={contentHref(file, { fassung })}
                download={name}
                className="font-medium text-accent underline-offset-3 hover:underline"
              >
                {t("version", { fassung })}: {name}
              </a>{" "}
              {[sizeText(bytes), displayMoment(new Date(created_at)), created_by?.name].filter(Boolean).join(" · ")}
            </li>
          ))}
        </ol>
      ) : (
        <Spinner className="flex-1" />
      )}
      <IconButton
        label={tc("close")}
        tooltipSide="left"
        icon={<Icon name="icon-x" className="size-4.5" />}
        onClick={onClose}
      />
    </section>
  );
}
