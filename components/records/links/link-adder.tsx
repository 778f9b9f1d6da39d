"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { Typeahead, type Hits, type TypeaheadItem } from "@/components/ui/choices/typeahead";
import { usePreload } from "@/components/ui/use-preload";
import type { AnyRow } from "@/lib/records/kinds/define";
import { definitionOf } from "@/lib/records/kinds/registry";
import { searchRecords, type FoundRow } from "../shared/search-records";
import type { ShownLinks } from "./link-rows";
import { pastedNames } from "./pasted-names";
import { useCreateRecord } from "../form/use-create-record";
import { useLinkedAmong } from "./use-linked-among";

const loadPasted = () => import("./pasted-names-dialog");
const PastedNamesDialog = lazy(() => loadPasted().then((module) => ({ default: module.PastedNamesDialog })));

type Hit = TypeaheadItem & { row: AnyRow };

type LinkAdderProps = ShownLinks & {
  onAdd: (row: AnyRow, label: string) => void;
  onAddSeveral: (rows: readonly AnyRow[]) => void;
};

/**
 * Search box above a link list: links records one at a time or from a pasted column of names, and
 * creates records that do not exist.
 */
export function LinkAdder({ onAdd, onAddSeveral, ...links }: LinkAdderProps) {
  const child = definitionOf(links.tab.other.kind);
  const tr = useTranslations("records");
  const { creating, dialog } = useCreateRecord(child);
  const linkedAmong = useLinkedAmong(links);
  /** Pasted names; `round` counts pastes, so that each one gets a fresh dialog. */
  const [pasted, setPasted] = useState({ names: [] as readonly string[], round: 0, open: false });
  usePreload(loadPasted);

  /** Creates a record and links it. @returns true if the record was created */
  async function createAndLink(typed: string): Promise<boolean> {
    const created = await creating?.create(typed);
    if (created) onAdd({ [child.key]: created.id }, created.label);
    return Boolean(created);
  }

  function addPasted(text: string): boolean {
    const names = pastedNames(text);
    if (names.length === 0) return false;
    setPasted(({ round }) => ({ names, round: round + 1, open: true }));
    return true;
  }

  function closePasted(chosen: readonly FoundRow[]) {
    setPasted((last) => ({ ...last, open: false }));
    if (chosen.length > 0) onAddSeveral(chosen);
  }

  async function search(text: string, signal: AbortSignal): Promise<Hits<Hit>> {
    const found = await searchRecords(child, text, signal);
    const linked = await linkedAmong(found.hits, signal);
    const hits = found.hits.map((row) => ({
      id: row.id,
      label: row.label,
      detail: row.detail,
      hint: linked.has(row.id) ? tr("linked") : undefined,
      row,
    }));
    return { hits, more: found.more };
  }

  return (
    <>
      <div className="relative max-w-xl px-3 pt-4 pb-1 md:px-4">
        <Typeahead<Hit>
          search={search}
          onPick={({ row, label }) => onAdd(row, label)}
          moreText={(count) => tr("and_more", { count })}
          aria-label={tr("add_link", { entity: tr(`${child.name}.one`) })}
          placeholder={tr("find_to_link")}
          onPasteText={addPasted}
          creating={creating && { text: creating.text, create: createAndLink }}
        />
      </div>
      {dialog}
      {pasted.round > 0 && (
        <Suspense>
          <PastedNamesDialog
            key={pasted.round}
            child={child}
            names={pasted.names}
            linkedAmong={linkedAmong}
            open={pasted.open}
            onClose={closePasted}
          />
        </Suspense>
      )}
    </>
  );
}
