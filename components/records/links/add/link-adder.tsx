"use client";

import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Typeahead } from "@/components/ui/choices/typeahead";
import { lazyComponent } from "@/components/ui/lazy-component";
import { usePreload } from "@/components/ui/use-preload";
import type { AnyRow } from "@/lib/model/kinds/define";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import type { SendLink } from "../values/link-call";
import type { FoundRow } from "../../shared/request-hits";
import type { ShownLinks } from "../link-rows";
import { pastedLines, type PastedLine } from "./pasted-names";
import { CreatedLine } from "../../shared/created-line";
import { linksOfNew } from "./links-of-new";
import { useCreateRecord } from "../../form/use-create-record";
import { useLinkSearch } from "../use-link-search";
import { useLinkedAmong } from "../use-linked-among";
import type { NewLink } from "./use-many-links";

const loadPasted = () => import("./pasted-names-dialog");
const PastedNamesDialog = lazy(() => loadPasted().then((module) => ({ default: module.PastedNamesDialog })));

const RoleOffer = lazyComponent(async () => (await import("../values/role-offer")).RoleOffer);

type LinkAdderProps = ShownLinks & {
  send: SendLink;
  /**
   * Resolves to true if the record is linked.
   * @param isQuiet shows no toast if it is
   */
  onAdd: (row: AnyRow, label: string, isQuiet: boolean) => Promise<boolean>;
  onAddSeveral: (links: readonly NewLink[]) => void;
};

/**
 * Search box above a link list: links records one at a time or from a pasted column of names, and
 * creates records that do not exist. Offers the roles for a record after it is linked.
 */
export function LinkAdder({ send, onAdd, onAddSeveral, ...links }: LinkAdderProps) {
  const { tab, id } = links;
  const child = definitionOf(tab.other.kind);
  const locale = useLocale();
  const tr = useTranslations("records");
  const { refresh } = usePendingNavigation();
  const { creating, dialog } = useCreateRecord(child);
  const linkedAmong = useLinkedAmong(links);
  /** Pasted names; `pasteCount` counts pastes, so that each one gets a fresh dialog. */
  const [pasted, setPasted] = useState({ lines: [] as readonly PastedLine[], pasteCount: 0, open: false });
  usePreload(loadPasted);
  usePreload(RoleOffer.load);
  const hasRoles = tab.relation.roles !== undefined;
  /** The record that was linked last, while roles are offered for it. */
  const [offeredRecord, setOfferedRecord] = useState<Option | null>(null);
  /** The label of the record that was created and linked last, until the next search. */
  const [createdLabel, setCreatedLabel] = useState<string | null>(null);
  const containerRef = useRef<HTMLDivElement>(null);
  const searchLinks = useLinkSearch(links);

  /** @param isNew whether the record was created; the line below the box says so */
  function afterLinking(linked: Option, isNew: boolean) {
    if (isNew) setCreatedLabel(linked.label);
    if (hasRoles) setOfferedRecord(linked);
  }

  async function addOne(row: AnyRow, label: string, isNew = false) {
    setOfferedRecord(null);
    if (await onAdd(row, label, isNew)) afterLinking({ id: Number(row[child.key]), label }, isNew);
  }

  const searchBox = useCallback(() => containerRef.current?.querySelector("input"), []);

  function closeOffer() {
    setOfferedRecord(null);
    searchBox()?.focus();
  }

  /** Creates a record and links it. @returns true if the record was created */
  async function createAndLink(typed: string): Promise<boolean> {
    const created = await creating?.create(typed, undefined, linksOfNew({ tab, id }, locale));
    if (created?.isLinked) {
      afterLinking(created, true);
      refresh();
    } else if (created) void addOne({ [child.key]: created.id }, created.label, true);
    return Boolean(created);
  }

  function addPasted(text: string): boolean {
    const lines = pastedLines(text, hasRoles);
    if (lines.length === 0) return false;
    setPasted(({ pasteCount }) => ({ lines, pasteCount: pasteCount + 1, open: true }));
    return true;
  }

  function closePasted(chosen: readonly NewLink[]) {
    setPasted((last) => ({ ...last, open: false }));
    if (chosen.length > 0) onAddSeveral(chosen);
  }

  function search(text: string, signal: AbortSignal) {
    // A new search ends what the last link has left: the line, and the offer of roles.
    setCreatedLabel(null);
    setOfferedRecord(null);
    return searchLinks(text, signal);
  }

  return (
    <>
      <div ref={containerRef} className="relative max-w-xl px-3 pt-4 pb-1 md:px-4 print:hidden">
        <Typeahead<FoundRow>
          search={search}
          onPick={(row) => void addOne({ ...row, [child.key]: row.id }, row.label)}
          moreText={(count) => tr("and_more", { count })}
          aria-label={tr("add_link", { entity: tr(`${child.name}.one`) })}
          placeholder={tr("find_to_link")}
          onPasteText={addPasted}
          creating={creating && { text: creating.text, create: createAndLink }}
        />
        {creating && <CreatedLine>{createdLabel && tr("created_linked", { label: createdLabel })}</CreatedLine>}
      </div>
      {offeredRecord && (
        <RoleOffer
          key={offeredRecord.id}
          tab={tab}
          id={id}
          otherId={offeredRecord.id}
          label={offeredRecord.label}
          send={send}
          searchBox={searchBox}
          onClose={closeOffer}
        />
      )}
      {dialog}
      {pasted.pasteCount > 0 && (
        <Suspense>
          <PastedNamesDialog
            key={pasted.pasteCount}
            child={child}
            relation={tab.relation}
            lines={pasted.lines}
            linkedAmong={linkedAmong}
            open={pasted.open}
            onClose={closePasted}
          />
        </Suspense>
      )}
    </>
  );
}
