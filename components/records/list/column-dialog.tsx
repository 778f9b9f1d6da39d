"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { Button, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/choices/select";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { canBeNarrow, type ColumnWidths } from "@/lib/model/lists/column-widths";
import { columnNames, columnsNamed, defaultColumns } from "@/lib/model/lists/columns";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { ownFilterFieldOf } from "@/lib/model/lists/filters";
import { filterFieldName } from "@/lib/model/lists/filter-names";
import { columnChoiceOf, moveColumn, toggleColumn, widthsOf, withWidth } from "./column-order";

export type ColumnDialogProps = {
  kind: KindName;
  columns: readonly string[];
  widths: ColumnWidths;
  /** Called after the choice was saved. */
  onChosen: () => void;
  onClose: () => void;
};

/** Dialog to select and order columns and to set their widths. */
export function ColumnDialog({ kind, onChosen, onClose, ...stored }: ColumnDialogProps) {
  const definition = definitionOf(kind);
  const t = useTranslations("records.columns");
  const tr = useTranslations("records");
  const tc = useTranslations("common");
  const all = columnNames(definition);
  const [choice, setChoice] = useState(() => columnChoiceOf(all, stored.columns));
  const [widths, setWidths] = useState(stored.widths);
  const [announcement, setAnnouncement] = useState("");
  const [isBusy, setBusy] = useState(false);
  const isDefaultChoice = choice.shown.join() === defaultColumns(definition).join();
  const chosenWidths = widthsOf(choice, widths);
  const hasDefaultWidths = Object.keys(chosenWidths).length === 0;
  const narrowable = new Set(
    columnsNamed(definition, all).flatMap(({ name, share }) => (canBeNarrow(share) ? name : [])),
  );
  const widthOptions = (name: string) =>
    [...(narrowable.has(name) ? (["narrow"] as const) : []), "usual" as const, "wide" as const].map((value) => ({
      value,
      label: t(`widths.${value}`),
    }));
  const nameOf = (name: string) => filterFieldName(definition, ownFilterFieldOf(definition, name), tr);

  function move(name: string, by: -1 | 1) {
    const next = moveColumn(all, choice, name, by);
    setChoice(next);
    setAnnouncement(t("moved", { name: nameOf(name), place: next.shown.indexOf(name) + 1, count: next.shown.length }));
  }

  function save() {
    setBusy(true);
    const body = {
      columns: { [definition.apiPath]: isDefaultChoice ? null : choice.shown },
      widths: { [definition.apiPath]: hasDefaultWidths ? null : chosenWidths },
    };
    request("PUT", "/api/user/preferences", { body })
      .then(onChosen, (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        notify.danger(notice(error.code));
      })
      .finally(() => setBusy(false));
  }

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t("title")}
      description={t("hint")}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            disabled={isDefaultChoice && hasDefaultWidths}
            onClick={() => {
              setChoice(columnChoiceOf(all, defaultColumns(definition)));
              setWidths({});
            }}
          >
            {t("reset")}
          </Button>
          <Button onClick={onClose}>{tc("cancel")}</Button>
          <Button variant="primary" busy={isBusy} onClick={save}>
            {t("apply")}
          </Button>
        </>
      }
    >
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <ul className="divide-y divide-line">
        {[...choice.shown, ...choice.hidden].map((name, index) => {
          const isShown = index < choice.shown.length;
          return (
            <li key={name} className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1">
              <label className="flex min-w-0 flex-[1_0_11rem] items-center gap-3 py-1">
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={index === 0}
                  onChange={() => setChoice(toggleColumn(all, choice, name))}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className={isShown ? "font-semibold" : undefined}>{nameOf(name)}</span>
                {index === 0 && <span className="text-sm text-ink-muted">{t("always")}</span>}
              </label>
              {isShown && (
                <div className="ml-auto flex items-center gap-2">
                  <div className="w-28">
                    <Select
                      aria-label={t("width_of", { name: nameOf(name) })}
                      options={widthOptions(name)}
                      value={widths[name] ?? "usual"}
                      onChange={({ target }) => setWidths(withWidth(widths, name, target.value))}
                    />
                  </div>
                  {/* The first column cannot be moved, but reserves space for the buttons. */}
                  <div className="flex w-18 justify-between pointer-coarse:w-24">
                    {index > 0 && (
                      <>
                        <IconButton
                          label={t("up", { name: nameOf(name) })}
                          tooltipSide="left"
                          aria-disabled={index === 1 || undefined}
                          icon={<Icon name="icon-arrow-up" className="size-4" />}
                          onClick={() => move(name, -1)}
                        />
                        <IconButton
                          label={t("down", { name: nameOf(name) })}
                          tooltipSide="left"
                          aria-disabled={index === choice.shown.length - 1 || undefined}
                          icon={<Icon name="icon-arrow-down" className="size-4" />}
                          onClick={() => move(name, 1)}
                        />
                      </>
                    )}
                  </div>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
