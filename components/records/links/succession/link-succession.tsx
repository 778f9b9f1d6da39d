"use client";

import { definitionOf } from "@/lib/model/kinds/registry";
import { handableProjects, successionList } from "@/lib/model/values/succession";
import type { LoadedLinks, ShownLinks } from "../link-rows";
import { useLinkSearch } from "../use-link-search";
import type { SendLink } from "../values/link-call";
import { linkValuesOf } from "../values/link-row-values";
import { useSendLink } from "../values/use-send-link";
import { HandOverDialog } from "./hand-over-dialog";
import { SuccessorDialog, type SuccessorDialogProps } from "./successor-dialog";

type LinkSuccessionProps = Pick<SuccessorDialogProps, "row" | "otherId" | "label" | "open" | "onClose"> & {
  links: ShownLinks;
  send: SendLink;
};

/**
 * Dialog for the successor in a link. In the tabs of a project the linked record is followed; in the
 * project tab of a member, person or institution it is this record, in the row's project.
 */
export function LinkSuccession({ links, send, otherId, label, ...dialog }: LinkSuccessionProps) {
  const { tab, id, ownLabel } = links;
  const sendAtOther = useSendLink(otherId);
  const list = successionList(tab);
  if (list === tab) return <SuccessorInList {...dialog} links={links} otherId={otherId} label={label} send={send} />;
  const own = definitionOf(tab.own.kind);
  const projects = handableProjects(own);
  if (projects?.list === tab.list) {
    const { row, open, onClose } = dialog;
    const { relation } = projects;
    const rollen = linkValuesOf(relation, row)[relation.roles.field] as number[];
    const project = { id: otherId, label, rollen };
    return <HandOverDialog definition={own} id={id} label={ownLabel} project={project} open={open} onClose={onClose} />;
  }
  const others = { tab: list, id: otherId, rows: [], total: Infinity };
  return <SuccessorInList {...dialog} links={others} place={label} otherId={id} label={ownLabel} send={sendAtOther} />;
}

type SuccessorInListProps = Omit<SuccessorDialogProps, "tab" | "id" | "search"> & { links: LoadedLinks };

function SuccessorInList({ links, ...dialog }: SuccessorInListProps) {
  return <SuccessorDialog {...dialog} tab={links.tab} id={links.id} search={useLinkSearch(links)} />;
}
