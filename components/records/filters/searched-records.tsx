"use client";

import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { labelIdOf, type ControlProps } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { Typeahead } from "@/components/ui/choices/typeahead";
import { notify } from "@/components/toasts/notify";
import { useToastText } from "@/components/toasts/use-message-text";
import { ApiError } from "@/lib/base/browser/api-client";
import { SEARCH_MAX_HITS, TYPEAHEAD_HITS } from "@/lib/model/limits";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf } from "@/lib/model/kinds/registry";
import { searchFields } from "../shared/request-hits";

type SearchedRecordsProps = {
  /**
   * Name of the records' kind. Its definition is imported here, so that the caller's code stays
   * small.
   */
  kind: string;
  control: ControlProps;
  /** The field's label. */
  label: string;
  picked: readonly Option[];
  onChange: (picked: Option[]) => void;
  placeholder: string;
  moreText: (count: number) => string;
};

/**
 * Control to choose several records of a kind, which are found by typing, as there may be
 * thousands: by their names and other fields, one by one or all hits at once.
 */
export function SearchedRecords({ kind, control, label, picked, onChange, ...texts }: SearchedRecordsProps) {
  const t = useTranslations("common");
  const toastText = useToastText();
  const definition = definitionOf(kind);
  const isPicked = (id: number) => picked.some((one) => one.id === id);

  async function takeAll(text: string) {
    try {
      const { hits } = await searchFields(definition, text, { limit: SEARCH_MAX_HITS });
      onChange([
        ...picked,
        ...hits.filter(({ id }) => !isPicked(id)).map(({ id, label: name }) => ({ id, label: name })),
      ]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(toastText(error.code));
    }
  }

  return (
    <>
      <Typeahead
        id={control.id}
        aria-labelledby={labelIdOf(control)}
        search={async (text, signal) => {
          // Picked records are not offered again, so as many more hits are needed.
          const limit = Math.min(TYPEAHEAD_HITS + picked.length, SEARCH_MAX_HITS);
          const { hits, more } = await searchFields(definition, text, { limit, signal });
          const unpicked = hits.filter(({ id }) => !isPicked(id));
          return {
            hits: unpicked.slice(0, TYPEAHEAD_HITS),
            more: more + Math.max(unpicked.length - TYPEAHEAD_HITS, 0),
          };
        }}
        takingAll={{
          text: (count) => (count > SEARCH_MAX_HITS ? null : t("take_all_hits", { count })),
          take: takeAll,
        }}
        onPick={({ id, label: name }) => onChange([...picked, { id, label: name }])}
        {...texts}
      />
      <ul aria-label={label} className="flex max-h-40 flex-wrap gap-1 overflow-y-auto empty:hidden">
        {picked.map(({ id, label: name }) => (
          <li key={id} className="inline-flex max-w-full items-center rounded-sm bg-accent-soft pl-1.5 text-sm">
            <span className="min-w-0 py-0.5 [overflow-wrap:anywhere]">{name}</span>
            <IconButton
              label={t("remove_item", { label: name })}
              icon={<Icon name="icon-x" className="size-3.5" />}
              className="size-7! pointer-coarse:size-11!"
              onClick={() => onChange(picked.filter((one) => one.id !== id))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
