"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { ComboboxList, ComboboxOption } from "@/components/ui/choices/combobox-list";
import { useSearch } from "@/components/ui/choices/use-search";
import type { ControlProps } from "@/components/ui/labelled-field";
import type { foundPlaces, FoundPlace } from "@/lib/features/places/place-answers";
import { request } from "@/lib/base/browser/api-client";
import { localizedName, NOT_APPLICABLE, referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { useListEntries } from "../../shared/use-list-entries";
import type { Binding } from "../field-control";

type PlaceControlProps = {
  control: ControlProps;
  binding: Binding;
  /** The chosen country, in which places are searched first; undefined where the form has none. */
  country: unknown;
  /** Called with the country of a picked place. */
  onCountry?: (land: number) => void;
};

const MIN_LENGTH = 2;

/** Finds places of the gazetteer: in the chosen country or, if it has none, in all. */
async function findPlaces(search: string, country: unknown, signal: AbortSignal): Promise<FoundPlace[]> {
  const find = (more: Record<string, string>) =>
    request<typeof foundPlaces>("GET", `/api/places?${new URLSearchParams({ search, ...more })}`, { signal });
  if (typeof country !== "number" || country === NOT_APPLICABLE) return find({});
  const inCountry = await find({ land: String(country) });
  return inCountry.length > 0 ? inCountry : find({});
}

/**
 * Input for the name of a place. It offers places of the gazetteer; picking one also sets the country,
 * and any other text stays as typed (contract §16).
 */
export function PlaceControl({ control, binding, country, onCountry }: PlaceControlProps) {
  const t = useTranslations("common");
  const locale = useLocale();
  const { value, onChange, onBlur, inputRef, name } = binding;
  const text = String(value ?? "");
  /** The text for which places are searched; empty until the user types, and after a pick. */
  const [typed, setTyped] = useState("");
  const [isFocused, setFocused] = useState(false);
  const entries = useListEntries("laender", isFocused);
  const [{ status, answer }] = useSearch(
    typed.trim(),
    (search, signal) => findPlaces(search, country, signal),
    MIN_LENGTH,
  );
  const [isOpen, setOpen] = useState(false);
  const places = answer ?? [];
  const countryName = (land: number) => {
    const entry = entries?.find(({ land_id }) => land_id === land);
    return entry ? localizedName(entry, referenceLists.laender.name, locale) : "";
  };

  return (
    <Autocomplete.Root
      items={places}
      mode="none"
      value={text}
      onValueChange={(next, { reason }) => {
        if (reason !== "input-change" && reason !== "input-clear") return;
        onChange(next);
        setTyped(next);
      }}
      itemToStringValue={({ ort }: FoundPlace) => ort}
      open={isOpen && places.length > 0}
      onOpenChange={setOpen}
      openOnInputClick={false}
    >
      <Autocomplete.Input
        {...control}
        name={name}
        ref={inputRef}
        type="text"
        data-free-text
        autoComplete="off"
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setTyped("");
          onBlur();
        }}
        className="control"
      />
      <ComboboxList
        busy={status === "searching"}
        note={
          <Autocomplete.Status className="sr-only">
            {status === "done" && t("suggestions", { count: places.length })}
          </Autocomplete.Status>
        }
      >
        {(place: FoundPlace) => (
          <ComboboxOption
            key={`${place.breite} ${place.laenge}`}
            value={place}
            onClick={() => {
              onChange(place.ort);
              onCountry?.(place.land);
              setTyped("");
            }}
          >
            <span className="min-w-0 flex-1">
              {place.ort}
              <span className="block text-sm text-ink-muted">
                {[place.region, countryName(place.land)].filter(Boolean).join(", ")}
              </span>
            </span>
          </ComboboxOption>
        )}
      </ComboboxList>
    </Autocomplete.Root>
  );
}
