import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { fileHref } from "@/lib/features/files/file-address";
import { uploadQueue } from "./start-uploads";
import type { Upload, UploadFailure } from "./upload-queue";
import { useUploadFailure } from "./use-upload-failure";

type UploadItemsProps = {
  uploads: readonly Upload[];
  maxMb: number;
};

/** The uploads of a record: waiting, under way, stored while others are, or failed. */
export function UploadItems({ uploads, maxMb }: UploadItemsProps) {
  const t = useTranslations("files");
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={t("uploads")} className="divide-y divide-line border-b border-line bg-sunken">
      {uploads.map((upload) => (
        <UploadItem key={upload.key} upload={upload} maxMb={maxMb} />
      ))}
    </ul>
  );
}

function UploadItem({ upload, maxMb }: { upload: Upload; maxMb: number }) {
  const t = useTranslations("files.upload");
  const { key, file, replaces, state } = upload;
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 md:px-6">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium [overflow-wrap:anywhere]">
          {file.name}
          {replaces !== null && <span className="font-normal text-ink-muted"> ({t("version_of")})</span>}
        </p>
        {state.is === "failed" && <Failure upload={upload} failure={state.failure} maxMb={maxMb} />}
        {(state.is === "waiting" || state.is === "stored") && <p className="text-sm text-ink-muted">{t(state.is)}</p>}
        {state.is === "sending" && <Progress name={file.name} share={state.share} />}
      </div>
      {state.is !== "stored" && (
        <IconButton
          label={t(state.is === "failed" ? "dismiss" : "cancel", { name: file.name })}
          tooltipSide="left"
          icon={<Icon name="icon-x" className="size-4.5" />}
          onClick={() => uploadQueue.cancel(key)}
        />
      )}
    </li>
  );
}

function Progress({ name, share }: { name: string; share: number }) {
  const t = useTranslations("files.upload");
  const format = useFormatter();
  const isSent = share === 1;
  const text = isSent
    ? t("checking")
    : t("sending", { share: format.number(share, { style: "percent", maximumFractionDigits: 0 }) });
  return (
    <div className="mt-1 flex items-center gap-3">
      <progress
        value={share}
        aria-label={t("progress", { name })}
        aria-valuetext={text}
        className="progress-bar max-w-60"
      />
      <span className="shrink-0 text-sm text-ink-muted tabular-nums">{text}</span>
    </div>
  );
}

type FailureProps = { upload: Upload; failure: UploadFailure; maxMb: number };

function Failure({ upload: { key, target, file }, failure, maxMb }: FailureProps) {
  const t = useTranslations("files.upload");
  const failureText = useUploadFailure(maxMb);
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    text.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const { code, errors, body } = failure;
  const existing = code === "file_exists" ? Number(body.datei_id) : null;
  // A file that the server has refused for what it is will not be accepted the next time.
  const isFinal = errors !== undefined || existing !== null || code === "payload_too_large";
  return (
    <>
      <p ref={text} role="alert" className="text-sm text-danger">
        {t("not_sent", { reason: failureText(failure) })}
      </p>
      {existing !== null && (
        <a
          href={fileHref({ ...target, datei_id: existing })}
          className="text-sm font-medium text-accent underline underline-offset-3"
        >
          {t("show")}
        </a>
      )}
      {!isFinal && (
        <button
          type="button"
          aria-label={t("retry_named", { name: file.name })}
          onClick={() => uploadQueue.retry(key)}
          className="min-h-6 text-sm font-medium text-accent underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {t("retry")}
        </button>
      )}
    </>
  );
}
