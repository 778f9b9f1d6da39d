import { useEffect, useState } from "react";
import { ignoreFailure, request } from "@/lib/base/browser/api-client";
import type { FileRow } from "@/lib/features/files/file-answers";
import { proposalsOfFilePath } from "@/lib/features/rounds/proposal";
import type { proposalList } from "@/lib/features/rounds/proposal-answers";
import { loadVersion } from "./load-version";

type Source = { file: FileRow; quote: string };

/**
 * Loads the sentence of a proposal that was read from a file, and the version that has it, for an address that
 * names the proposal. For users who do not see proposals, the file is shown without it.
 * @param proposal the key of the proposal
 */
export function useProposalSource(file: FileRow | undefined, proposal: string | null): Source | null {
  const [loaded, setLoaded] = useState<{ proposal: string; source: Source } | null>(null);
  const datei_id = file?.datei_id;
  useEffect(() => {
    if (proposal === null || datei_id === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    async function load(id: number, wanted: string) {
      const { data } = await request<typeof proposalList>("GET", proposalsOfFilePath(id), { signal });
      const found = data.find(({ proposal_id }) => String(proposal_id) === wanted);
      if (found?.source.type !== "file") return;
      const { fassung, zitat } = found.source;
      const source = { file: await loadVersion(id, fassung), quote: zitat };
      if (!signal.aborted) setLoaded({ proposal: wanted, source });
    }
    load(datei_id, proposal).catch(ignoreFailure);
    return () => controller.abort();
  }, [datei_id, proposal]);
  return loaded && loaded.proposal === proposal && loaded.source.file.datei_id === datei_id ? loaded.source : null;
}
