import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Select } from "@/components/ui/choices/select";
import { dynamicKey } from "@/lib/model/messages/i18n";
import { ownValue } from "@/lib/model/pure/own-value";
import { COLOUR, entryColourOf, entryChoices, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import type { ShownEntry } from "./entry";

type EntryChoicesProps = {
  list: EntryListName;
  entry: ShownEntry;
  label: string;
  onChoose: (name: string, value: string) => void;
};

/** Selects of those properties of an entry that have one of some values; the colour's with a sample. */
export function EntryChoices({ list, entry, label, onChoose }: EntryChoicesProps) {
  const t = useTranslations("reference.choices");
  const values = useTranslations("history.values");
  return Object.entries(entryChoices(list)).map(([name, offered]) => {
    const chosen = ownValue(entry.choices, name) ?? "";
    return (
      <div key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm @3xl:col-span-2">
        <label className="flex items-center gap-2">
          {t(dynamicKey<"reference.choices">(`${name}.label`))}
          <Select
            aria-label={t(dynamicKey<"reference.choices">(`${name}.named`), { label })}
            value={chosen}
            options={offered.map((value) => ({
              value,
              label: values(dynamicKey<"history.values">(`${name}.${value}`)),
            }))}
            onChange={({ target }) => onChoose(name, target.value)}
          />
        </label>
        {name === COLOUR && (
          <span aria-hidden="true">
            <Badge tone={entryColourOf(entry.choices)}>{label}</Badge>
          </span>
        )}
      </div>
    );
  });
}
