"use client";

import { useState } from "react";
import { loadVersion } from "@/components/files/preview/load-version";
import { LazyFilePreview } from "@/components/files/preview/lazy-file-preview";
import { notice, notify } from "@/components/toasts/notify";
import { ApiError } from "@/lib/base/browser/api-client";
import type { FileRow } from "@/lib/features/files/file-answers";
import { nameIn, type Option } from "@/lib/model/reference-lists/reference-lists";
import type { ProposalSource } from "./proposal-source";

/**
 * Shows files from which values were read, in front of the page.
 * @param dateiarten the entries of the list of kinds of files, also deleted ones
 */
export function useSourcePreview(dateiarten: readonly Option[]) {
  const [shown, setShown] = useState<{ file: FileRow; quote: ProposalSource["quote"] } | null>(null);

  async function open({ datei_id, fassung, quote }: ProposalSource) {
    try {
      setShown({ file: await loadVersion(datei_id, fassung), quote });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(notice(error.code === "data_not_found" ? "file_gone" : error.code));
    }
  }

  const preview = shown && (
    <LazyFilePreview
      file={shown.file}
      dateiart={nameIn({ dateiarten })("dateiarten", shown.file.dateiart)}
      page={shown.quote?.seite ?? undefined}
      quote={shown.quote?.zitat}
      onClose={() => setShown(null)}
    />
  );
  return { openSource: (source: ProposalSource) => void open(source), preview };
}
