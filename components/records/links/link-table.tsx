"use client";

import { usePathname } from "next/navigation";
import { useRights } from "@/components/auth/rights";
import type { SendLink } from "./values/link-call";
import { LinkAdder } from "./add/link-adder";
import { LinkRows, type ShownLinks } from "./link-rows";
import { useChangeLinks } from "./use-change-links";

type LinkTableProps = ShownLinks & { send: SendLink };

/** A record's link list: a search box that adds links, and a table of linked records (spec §2). */
export function LinkTable({ send, ...links }: LinkTableProps) {
  const keptAs = `${usePathname()} ${links.tab.list}`;
  const { add, addSeveral, remove, removeSeveral } = useChangeLinks(links, send);
  if (!useRights().mayWrite) return <LinkRows {...links} keptAs={keptAs} />;
  return (
    <div>
      <LinkAdder {...links} send={send} onAdd={add} onAddSeveral={(chosen) => void addSeveral(chosen)} />
      <LinkRows {...links} keptAs={keptAs} writing={{ send, removeOne: remove, removeSeveral }} />
    </div>
  );
}
