"use client";

import { useTranslations } from "next-intl";
import { requestHits } from "../shared/request-hits";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Typeahead, type Hits, type TypeaheadItem } from "@/components/ui/choices/typeahead";
import { mergeHref } from "@/lib/features/duplicates/merge-query";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";

type MergeWithDialogProps = { kind: KindName; id: number; label: string; onClose: () => void };

/**
 * Dialog to find a record's duplicate; choosing one opens the page that compares and merges the
 * two.
 */
export function MergeWithDialog({ kind, id, label, onClose }: MergeWithDialogProps) {
  const definition = definitionOf(kind);
  const tr = useTranslations("records");
  const { push } = usePendingNavigation();

  async function search(text: string, signal: AbortSignal): Promise<Hits<TypeaheadItem>> {
    const { hits, more } = await requestHits(definition, text, signal);
    return { hits: hits.filter((hit) => hit.id !== id), more };
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={tr("merge_with.title")}
      description={tr("merge_with.text", { label })}
    >
      <div className="pt-2 pb-1">
        <Typeahead
          search={search}
          onPick={(hit) => {
            onClose();
            void push(mergeHref(definition, id, hit.id));
          }}
          moreText={(count) => tr("and_more", { count })}
          aria-label={tr("merge_with.title")}
          placeholder={tr("merge_with.search")}
        />
      </div>
    </Dialog>
  );
}
