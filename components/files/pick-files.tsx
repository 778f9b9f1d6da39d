"use client";

import { useTranslations } from "next-intl";
import { FileButton } from "@/components/ui/file-button";
import { FILE_TYPES } from "@/lib/features/files/file-types";

/** The `accept` of file inputs. iPhones convert their photos only for one that names JPEG. */
export const ACCEPTED_FILES = [...Object.keys(FILE_TYPES), "image/jpeg"].join();

type PickFilesProps = { label?: string; onFiles: (files: readonly File[]) => void };

/** Buttons to choose files and, on devices with a touch screen, to take a photo. */
export function PickFiles({ label, onFiles }: PickFilesProps) {
  const t = useTranslations("files");
  return (
    <>
      <FileButton label={label ?? t("add")} icon="icon-paperclip" accept={ACCEPTED_FILES} multiple onFiles={onFiles} />
      <FileButton
        label={t("photo")}
        icon="icon-camera"
        accept="image/jpeg"
        capture="environment"
        className="pointer-fine:hidden"
        onFiles={onFiles}
      />
    </>
  );
}
