"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Select } from "@/components/ui/choices/select";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/api-client";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { searchRecords, type FoundRow } from "../shared/search-records";
import type { LinkedAmong } from "./use-linked-among";
import { MAX_PASTED, resolveName, searchOfName, shortName, type PastedName } from "./pasted-names";

type PastedNamesDialogProps = {
  child: AnyDefinition;
  names: readonly string[];
  linkedAmong: LinkedAmong;
  open: boolean;
  /** @param chosen the records to link; empty if the user cancels */
  onClose: (chosen: readonly FoundRow[]) => void;
};

type Resolved = PastedName<FoundRow>;

/**
 * Looks up pasted names one after the other: an account may run only two searches at a time, and
 * further searches would have to wait (docs/security.md).
 */
function useResolved({ child, names, linkedAmong, onClose }: PastedNamesDialogProps): readonly Resolved[] {
  const locale = useLocale();
  const [resolved, setResolved] = useState<readonly Resolved[]>([]);
  async function resolve(name: string, signal: AbortSignal): Promise<Resolved> {
    const searched = searchOfName(child, name, locale);
    const short = shortName(name, searched);
    if (short) return short;
    const found = await searchRecords(child, searched, signal);
    return resolveName(child, name, found, await linkedAmong(found.hits, signal));
  }
  const [start] = useState(() => async (signal: AbortSignal) => {
    for (const name of names.slice(0, MAX_PASTED)) {
      const one = await resolve(name, signal);
      setResolved((before) => [...before, one]);
    }
  });
  const [fail] = useState(() => (error: unknown) => {
    notify.danger(notice(error instanceof ApiError ? error.code : "unknown_error"));
    onClose([]);
  });
  useEffect(() => {
    const controller = new AbortController();
    start(controller.signal).catch((error: unknown) => !controller.signal.aborted && fail(error));
    return () => controller.abort();
  }, [start, fail]);
  return resolved;
}

const wholeName = ({ label, detail }: FoundRow) => (detail ? `${label} (${detail})` : label);

/** Shows the records that pasted names resolve to, and lets the user choose which to link. */
export function PastedNamesDialog(props: PastedNamesDialogProps) {
  const { names, open, onClose } = props;
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const tl = useTranslations("links");
  const resolved = useResolved(props);
  /** The user's choices, keyed by name; they override the lookup's results. */
  const [chosen, setChosen] = useState<Readonly<Record<string, number | null>>>({});
  const total = Math.min(names.length, MAX_PASTED);
  const isDone = resolved.length >= total;
  const linkButton = useRef<HTMLButtonElement>(null);
  // Focuses the link button when all names are looked up, so that Enter confirms, unless the user
  // has begun to choose.
  useEffect(() => {
    if (isDone && !document.activeElement?.matches("input, select")) linkButton.current?.focus();
  }, [isDone]);

  const choiceOf = ({ name, state, hits }: Resolved) => {
    const id = name in chosen ? chosen[name] : state === "found" ? hits[0]?.id : null;
    return hits.find((row) => row.id === id);
  };
  const picked = new Map(resolved.flatMap((one) => choiceOf(one) ?? []).map((row) => [row.id, row]));
  const choose = (name: string, id: number | null) => setChosen((before) => ({ ...before, [name]: id }));
  const all = (state: Resolved["state"]) => resolved.filter((one) => one.state === state);
  const heading = (state: Resolved["state"]) => (
    <h3 className="mt-3 mb-1 font-semibold">{tl(`pasted.${state}`, { count: all(state).length })}</h3>
  );

  const moreOf = ({ more }: Resolved) =>
    more > 0 && <span className="text-sm text-ink-muted">{tr("and_more", { count: more })}</span>;

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose([])}
      title={tl("pasted.title", { count: names.length })}
      description={names.length > MAX_PASTED ? tl("pasted.too_many", { max: MAX_PASTED }) : undefined}
      footer={
        <>
          <Button onClick={() => onClose([])}>{t("cancel")}</Button>
          <Button
            ref={linkButton}
            variant="primary"
            disabled={!isDone || picked.size === 0}
            onClick={() => onClose([...picked.values()])}
          >
            {tl("pasted.link", { count: picked.size })}
          </Button>
        </>
      }
    >
      <p role="status" className="flex items-center gap-2 text-ink-muted empty:hidden">
        {!isDone && (
          <>
            <Spinner />
            {tl("pasted.searching", { done: resolved.length, total })}
          </>
        )}
      </p>
      {all("found").length > 0 && (
        <>
          {heading("found")}
          <ul>
            {all("found").map((one) => (
              <li key={one.name}>
                <label className="flex items-start gap-2.5 py-1 pointer-coarse:min-h-11 pointer-coarse:py-2.5">
                  <input
                    type="checkbox"
                    checked={choiceOf(one) !== undefined}
                    onChange={({ target }) => choose(one.name, target.checked ? (one.hits[0]?.id ?? null) : null)}
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {one.hits[0]?.label}
                    {one.hits[0]?.detail && <span className="block text-sm text-ink-muted">{one.hits[0].detail}</span>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
      {all("ambiguous").length > 0 && (
        <>
          {heading("ambiguous")}
          <ul className="grid gap-2">
            {all("ambiguous").map((one) => (
              <li key={one.name}>
                <label className="grid gap-1">
                  <span className="[overflow-wrap:anywhere]">{one.name}</span>
                  <Select
                    value={choiceOf(one)?.id ?? ""}
                    onChange={({ target }) => choose(one.name, target.value === "" ? null : Number(target.value))}
                    emptyLabel={tl("pasted.none")}
                    options={one.hits.map((row) => ({ value: row.id, label: wholeName(row) }))}
                  />
                  {moreOf(one)}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
      {(["short", "missing", "linked"] as const).map(
        (state) =>
          all(state).length > 0 && (
            <div key={state}>
              {heading(state)}
              <ul className="text-ink-muted">
                {all(state).map((one) => (
                  <li key={one.name} className="[overflow-wrap:anywhere]">
                    {one.name} {moreOf(one)}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </Dialog>
  );
}
