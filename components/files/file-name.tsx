import type { FileRow } from "@/lib/features/files/file-answers";
import { contentHref, isPreviewable } from "@/lib/features/files/file-address";

const CLASSES =
  "min-h-6 text-left font-medium text-accent underline-offset-3 [overflow-wrap:anywhere] hover:underline pointer-coarse:min-h-11";

type FileNameProps = { file: Pick<FileRow, "datei_id" | "name" | "bezeichnung" | "mime">; onPreview: () => void };

/** What a file is called, as a button that opens its preview or, without one, a link that downloads it. */
export function FileName({ file, onPreview }: FileNameProps) {
  const title = file.bezeichnung || file.name;
  if (!isPreviewable(file)) {
    return (
      <a href={contentHref(file)} download={file.name} className={CLASSES}>
        {title}
      </a>
    );
  }
  return (
    <button type="button" onClick={onPreview} className={CLASSES}>
      {title}
    </button>
  );
}
