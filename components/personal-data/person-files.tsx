"use client";

import { recordPagePath } from "@/components/history/change-story";
import { useKindLabel } from "@/components/history/use-change-words";
import type { PersonFile } from "@/lib/features/files/file-answers";

/** List of files with their records. */
export function PersonFiles({ files }: { files: readonly PersonFile[] }) {
  const kindLabel = useKindLabel();
  return (
    <ul className="flex flex-col gap-2">
      {files.map(({ datei_id, name, kind, id, label }) => {
        // A deleted record has no page to link to.
        const href = label === "" ? null : recordPagePath({ kind, id });
        return (
          <li key={datei_id} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{name}</span>{" "}
            <span className="text-sm text-ink-muted">
              {kindLabel(kind)}{" "}
              {href && (
                <a href={href} className="text-accent underline underline-offset-3">
                  {label}
                </a>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
