"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import clsx from "clsx";
import { sections } from "@/components/layout/sections/sections";
import { colourOf } from "@/components/layout/sections/section";
import { Icon, type IconName } from "@/components/ui/icon";
import type { PaletteEntry, PaletteIconKey } from "./palette-entries";

/** Icons of entries with an `iconKey`; other entries have their section's icon. */
const ICONS: Record<PaletteIconKey, IconName> = {
  add: "icon-plus",
  import: "icon-file-up",
  more: "icon-list-filter",
  language: "icon-languages",
  shortcuts: "icon-keyboard",
  logout: "icon-log-out",
};

type PaletteOptionProps = { entry: PaletteEntry; onChoose: (entry: PaletteEntry) => void };

export function PaletteOption({ entry, onChoose }: PaletteOptionProps) {
  const { label, detail, kindName, section, iconKey, shortcut } = entry;
  const icon = iconKey ? ICONS[iconKey] : section ? sections[section].icon : "icon-file-text";
  return (
    <Autocomplete.Item
      value={entry}
      aria-keyshortcuts={shortcut?.toLowerCase()}
      onClick={() => onChoose(entry)}
      {...(section && colourOf(sections[section]))}
      className="flex min-h-9 cursor-default items-start gap-3 px-4 py-1.5 leading-5 outline-none select-none data-highlighted:bg-accent-soft pointer-coarse:min-h-11 pointer-coarse:py-2.5"
    >
      <Icon name={icon} className={clsx("mt-0.5 size-4", section ? "text-section" : "text-ink-muted")} />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="flex gap-3">
          <span className="min-w-0 flex-1">{label}</span>
          {kindName && <span className="shrink-0 text-sm text-ink-muted">{kindName}</span>}
        </span>
        {detail && <span className="block text-sm text-ink-muted">{detail}</span>}
      </span>
      {shortcut && (
        <kbd aria-hidden="true" className="min-w-6 rounded-sm border border-line px-1 text-center font-sans text-xs">
          {shortcut}
        </kbd>
      )}
    </Autocomplete.Item>
  );
}
