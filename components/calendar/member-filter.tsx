"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { findHits } from "@/components/records/find-hits";
import { IconButton } from "@/components/ui/button";
import { labelIdOf, type ControlProps } from "@/components/ui/field";
import { Typeahead } from "@/components/ui/typeahead";
import type { Option } from "@/lib/records/reference-lists";
import { definitionOf } from "@/lib/records/registry";

type MemberFilterProps = { control: ControlProps; picked: readonly Option[]; onChange: (ids: number[]) => void };

/** The members whose projects are shown: found by typing, one after the other. */
export function MemberFilter({ control, picked, onChange }: MemberFilterProps) {
  const t = useTranslations("calendar");
  const tc = useTranslations("common");
  const ids = picked.map(({ id }) => id);
  return (
    <>
      <Typeahead
        id={control.id}
        aria-labelledby={labelIdOf(control)}
        search={async (text, signal) => {
          const { hits, more } = await findHits(definitionOf("member"), text, signal);
          return { hits: hits.filter(({ id }) => !ids.includes(id)), more };
        }}
        onPick={({ id }) => onChange([...ids, id])}
        moreText={(count) => t("more_hits", { count })}
        placeholder={t("member_hint")}
      />
      <ul aria-label={t("member")} className="flex flex-wrap gap-1 empty:hidden">
        {picked.map(({ id, label }) => (
          <li key={id} className="inline-flex max-w-full items-center rounded-sm bg-accent-soft pl-1.5 text-sm">
            <span className="min-w-0 py-0.5 [overflow-wrap:anywhere]">{label}</span>
            <IconButton
              label={tc("remove_item", { label })}
              icon={<X aria-hidden="true" className="size-3.5" />}
              className="size-7! pointer-coarse:size-11!"
              onClick={() => onChange(ids.filter((one) => one !== id))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
