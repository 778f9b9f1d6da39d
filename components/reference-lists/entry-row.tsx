"use client";

import { Switch } from "@base-ui/react/switch";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ComponentProps, KeyboardEvent, ReactNode, Ref } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { iconButtonAttributes } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { dynamicKey } from "@/lib/model/messages/i18n";
import type { EntryListName } from "@/lib/model/reference-lists/reference-lists";
import type { ShownEntry } from "./entry";
import { EntryChoices } from "./entry-choices";
import { useRecordCountText } from "./use-record-count-text";

/**
 * Grid classes of the entry rows and of the column headings: handle, two names, usage, active
 * switch, menu. In narrow containers the names are one below the other, and the rest below them.
 */
export const ENTRY_GRID =
  "grid items-start gap-x-3 gap-y-1.5 px-3 md:px-4 grid-cols-[2.25rem_minmax(0,1fr)_auto] " +
  "pointer-coarse:grid-cols-[2.75rem_minmax(0,1fr)_auto] " +
  "@3xl:grid-cols-[2.25rem_minmax(0,1fr)_minmax(0,1fr)_10.75rem_6.5rem_2.25rem] " +
  "@3xl:pointer-coarse:grid-cols-[2.75rem_minmax(0,1fr)_minmax(0,1fr)_10.75rem_6.5rem_2.75rem]";

type EntryRowProps = {
  list: EntryListName;
  entry: ShownEntry;
  label: string;
  /** The entry's position, from 1; `count` is the number of entries. */
  place: number;
  count: number;
  rowRef: Ref<HTMLLIElement>;
  handleRef: (handle: HTMLElement | null) => void;
  /** Pointer handlers of the drag handle. */
  handle: ComponentProps<"button">;
  /** Position of the drop indicator; null if it is not at this row. */
  line: "above" | "below" | null;
  isDragged: boolean;
  isDirty: boolean;
  isBusy: boolean;
  inputs: ReactNode;
  menu: ReactNode;
  /** Called when the user moves the entry by keyboard. */
  onMove: (place: number) => void;
  onSave: () => void;
  onDiscard: () => void;
  onFlag: (flag: string, value: boolean) => void;
  onChoose: (name: string, value: string) => void;
};

/** Row of an entry: handle, names, usage, active switch, and menu. */
export function EntryRow(props: EntryRowProps) {
  const { list, entry, label, place, count, rowRef, handleRef, handle, line, isDragged, isDirty, isBusy } = props;
  const { inputs, menu, onMove, onSave, onDiscard, onFlag, onChoose } = props;
  const t = useTranslations("reference");
  const common = useTranslations("common");

  // The flag `active` has a column of its own.
  const ownFlags = Object.entries(entry.flags).filter(([flag]) => flag !== "active");

  function moveByKey(event: KeyboardEvent) {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 1, End: count }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(to);
  }

  return (
    <li
      ref={rowRef}
      aria-label={label}
      className={clsx(
        ENTRY_GRID,
        "relative border-t border-line py-2",
        isDragged && "bg-accent-soft opacity-60",
        isDirty && "bg-accent-soft/60",
        line === "above" && "before:absolute before:inset-x-0 before:-top-0.5 before:z-10 before:h-1 before:bg-accent",
        line === "below" && "after:absolute after:inset-x-0 after:-bottom-0.5 after:z-10 after:h-1 after:bg-accent",
      )}
    >
      <button
        type="button"
        {...handle}
        ref={handleRef}
        onKeyDown={moveByKey}
        aria-describedby="move-hint"
        {...iconButtonAttributes({ label: t("move", { label, place, count }), tooltipSide: "right", size: "md" })}
        data-tooltip={t("move_short")}
        style={{ touchAction: "none", cursor: isDragged ? "grabbing" : "grab" }}
      >
        <Icon name="icon-grip-vertical" className="size-4.5" />
      </button>
      <div className="grid min-w-0 gap-x-3 gap-y-1.5 @3xl:col-span-2 @3xl:grid-cols-2">
        {inputs}
        {ownFlags.map(([flag, value]) => (
          <FlagSwitch key={flag} label={label} flag={flag} value={value} onFlag={onFlag} />
        ))}
        <EntryChoices list={list} entry={entry} label={label} onChoose={onChoose} />
        {isDirty && (
          <div className="flex flex-wrap items-center gap-2 @3xl:col-span-2">
            <Button
              size="sm"
              variant="primary"
              busy={isBusy}
              onClick={onSave}
              icon={<Icon name="icon-save" className="size-4" />}
            >
              {common("save")}
            </Button>
            <Button size="sm" variant="ghost" onClick={onDiscard} icon={<Icon name="icon-undo-2" className="size-4" />}>
              {common("leave_discard")}
            </Button>
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 @max-3xl:col-start-2 @max-3xl:col-end-4 @3xl:contents">
        <UsageLinks entry={entry} label={label} />
        <div className="flex min-h-9 items-center">
          {entry.isProtected ? (
            <Badge>
              <Icon name="icon-lock-keyhole" className="size-3.5" />
              {t("protected")}
            </Badge>
          ) : (
            <FlagSwitch label={label} flag="active" value={entry.flags.active === true} onFlag={onFlag} />
          )}
        </div>
      </div>
      <div className="@max-3xl:col-start-3 @max-3xl:row-start-1">{menu}</div>
    </li>
  );
}

/** What uses an entry, with links to the lists of it. */
function UsageLinks({ entry, label }: { entry: ShownEntry; label: string }) {
  const t = useTranslations("reference");
  const usageText = useRecordCountText();
  return (
    <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-3 text-sm">
      {entry.uses.length === 0 && <span className="text-ink-muted">{t("unused")}</span>}
      {entry.uses.map((use) =>
        use.href === undefined ? (
          <span key={use.unit} className="tabular">
            {usageText(use)}
          </span>
        ) : (
          <a
            key={use.href}
            href={use.href}
            aria-label={t("uses_named", { uses: usageText(use), label })}
            className="tabular inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-2 hover:decoration-current pointer-coarse:min-h-11"
          >
            {usageText(use)}
          </a>
        ),
      )}
    </div>
  );
}

type FlagSwitchProps = { label: string; flag: string; value: boolean; onFlag: EntryRowProps["onFlag"] };

function FlagSwitch({ label, flag, value, onFlag }: FlagSwitchProps) {
  const t = useTranslations("reference");
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 text-sm pointer-coarse:min-h-11">
      <Switch.Root
        checked={value}
        onCheckedChange={(checked) => onFlag(flag, checked)}
        aria-label={t(dynamicKey<"reference">(`flags.${flag}.named`), { label })}
        className="inline-flex h-5.5 w-10 shrink-0 items-center rounded-full border border-ink-muted bg-sunken p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent"
      >
        <Switch.Thumb className="size-4 rounded-full bg-ink-muted transition-transform data-checked:translate-x-4.5 data-checked:bg-on-accent" />
      </Switch.Root>
      <span aria-hidden="true" className={clsx("@3xl:min-w-12", value ? "text-ink" : "text-ink-muted")}>
        {t(dynamicKey<"reference">(`flags.${flag}.${value ? "on" : "off"}`))}
      </span>
    </label>
  );
}
