"use client";

import { usePathname } from "next/navigation";
import { useRights } from "@/components/auth/rights";
import type { AnyRow } from "@/lib/records/kinds/define";
import { LinkAdder } from "./link-adder";
import { LinkRows, type ShownLinks } from "./link-rows";

type LinkTableProps = ShownLinks & {
  onAdd: (row: AnyRow, label: string) => void;
  onAddSeveral: (rows: readonly AnyRow[]) => void;
  onRemove: (row: AnyRow, label: string) => void;
  /** @returns true if the records were unlinked */
  onRemoveSeveral: (ids: readonly number[]) => Promise<boolean>;
};

/** A record's link list: a search box that adds links, and a table of linked records (spec §2). */
export function LinkTable({ onAdd, onAddSeveral, onRemove, onRemoveSeveral, ...links }: LinkTableProps) {
  const keptAs = `${usePathname()} ${links.tab.list}`;
  if (!useRights().mayWrite) return <LinkRows {...links} keptAs={keptAs} />;
  return (
    <div>
      <LinkAdder {...links} onAdd={onAdd} onAddSeveral={onAddSeveral} />
      <LinkRows {...links} keptAs={keptAs} removing={{ one: onRemove, several: onRemoveSeveral }} />
    </div>
  );
}
