import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRights } from "@/components/auth/rights";
import { IconButton } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import type { FileRow } from "@/lib/features/files/file-answers";
import type { FileVisibility } from "@/lib/model/files/file-visibility";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { FileFacts } from "./file-facts";
import { FileForm } from "./file-form";
import { FileMenu } from "./file-menu";
import { FileName } from "./file-name";
import { FileVersions } from "./file-versions";
import type { UploadTarget } from "./uploads/upload-queue";

const iconOf = ({ mime }: Pick<FileRow, "mime">): IconName => {
  if (mime.startsWith("image/")) return "icon-image";
  return mime.includes("spreadsheet") ? "icon-sheet" : "icon-file-text";
};

type FileItemProps = {
  record: UploadTarget;
  file: FileRow;
  /** The name of the kind of file. */
  dateiart: string;
  /** The number of open proposals that were read from it. */
  proposalCount: number;
  dateiarten: readonly Option[];
  visibilities: readonly FileVisibility[];
  maxMb: number;
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
  onPreview: () => void;
};

/** A file in the list of its record: its name, what is known about it, and what can be done with it. */
export function FileItem({ record, file, dateiart, dateiarten, visibilities, maxMb, ...props }: FileItemProps) {
  const { proposalCount, isEdited, onEdit, onPreview } = props;
  const t = useTranslations("files");
  const { mayWrite } = useRights();
  const [takesFocus, setTakesFocus] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const name = file.bezeichnung || file.name;
  return (
    <li className="px-4 py-3 md:px-6">
      <div className="flex items-start gap-3">
        <Icon name={iconOf(file)} className="mt-0.5 size-5 text-ink-muted" />
        <div className="min-w-0 flex-1">
          <FileName file={file} onPreview={onPreview} />
          {file.bezeichnung !== "" && <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">{file.name}</p>}
          <FileFacts file={file} dateiart={dateiart} proposalCount={proposalCount} />
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {mayWrite && !isEdited && (
            <IconButton
              label={t("edit_named", { name })}
              tooltipSide="left"
              icon={<Icon name="icon-pencil" className="size-4.5" />}
              onClick={() => {
                setTakesFocus(true);
                onEdit(true);
              }}
            />
          )}
          <FileMenu
            file={file}
            record={record}
            maxMb={maxMb}
            onVersions={file.fassung > 1 ? () => setShowsVersions(!showsVersions) : undefined}
          />
        </div>
      </div>
      {isEdited && (
        <FileForm
          file={file}
          dateiarten={dateiarten}
          visibilities={visibilities}
          takesFocus={takesFocus}
          onClose={() => onEdit(false)}
        />
      )}
      {showsVersions && <FileVersions key={file.fassung} file={file} onClose={() => setShowsVersions(false)} />}
    </li>
  );
}
