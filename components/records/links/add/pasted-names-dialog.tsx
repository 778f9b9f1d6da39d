"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Select } from "@/components/ui/choices/select";
import { Spinner } from "@/components/ui/spinner";
import { ApiError, ignoreFailure } from "@/lib/base/browser/api-client";
import { groupBy } from "@/lib/model/pure/group-by";
import { displayPeriod } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import type { Relation } from "@/lib/model/kinds/relations";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { requestHits, type FoundRow } from "../../shared/request-hits";
import type { LinkedAmong } from "../use-linked-among";
import { namedRoles } from "../values/role-entries";
import { useOfferedRoles } from "../values/role-offer";
import { useLinkEntries } from "../values/use-link-entries";
import {
  MAX_PASTED,
  readPastedValues,
  resolveName,
  searchOfName,
  shortName,
  type PastedLine,
  type PastedName,
  type PastedValues,
} from "./pasted-names";
import type { NewLink } from "./use-many-links";
import { ownValue } from "@/lib/model/pure/own-value";

type PastedNamesDialogProps = {
  child: AnyDefinition;
  relation: Relation;
  lines: readonly PastedLine[];
  linkedAmong: LinkedAmong;
  open: boolean;
  /** @param chosen the records to link; empty if the user cancels */
  onClose: (chosen: readonly NewLink[]) => void;
};

/** `key` identifies the line. */
type ResolvedLine = PastedName<FoundRow> & { key: number };

/**
 * Looks up pasted names one after the other: an account may run only two searches at a time, and
 * further searches would have to wait (docs/security.md).
 */
function useResolved({ child, lines, linkedAmong, onClose }: PastedNamesDialogProps): readonly ResolvedLine[] {
  const locale = useLocale();
  const [resolved, setResolved] = useState<readonly ResolvedLine[]>([]);
  async function resolve(name: string, signal: AbortSignal): Promise<PastedName<FoundRow>> {
    const searchText = searchOfName(child, name, locale);
    const short = shortName(name, searchText);
    if (short) return short;
    const searchHits = await requestHits(child, searchText, signal);
    return resolveName(child, name, searchHits, await linkedAmong(searchHits.hits, signal));
  }
  /** A name may itself contain a semicolon: then it is the whole line. */
  async function resolveLine({ name, cells, whole }: PastedLine, signal: AbortSignal): Promise<PastedName<FoundRow>> {
    if (whole !== name) {
      const one = await resolve(whole, signal);
      if (one.state === "found" || one.state === "linked") return one;
    }
    return { ...(await resolve(name, signal)), cells };
  }
  const [start] = useState(() => async (signal: AbortSignal) => {
    for (const [key, line] of lines.slice(0, MAX_PASTED).entries()) {
      const one = await resolveLine(line, signal);
      setResolved((before) => [...before, { ...one, key }]);
    }
  });
  const [fail] = useState(() => (error: unknown) => {
    notify.danger(notice(error instanceof ApiError ? error.code : "unknown_error"));
    onClose([]);
  });
  useEffect(() => {
    const controller = new AbortController();
    start(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) fail(error);
      ignoreFailure(error);
    });
    return () => controller.abort();
  }, [start, fail]);
  return resolved;
}

const wholeName = ({ label, detail }: FoundRow) => (detail ? `${label} (${detail})` : label);

/** Shows the records that pasted names resolve to, and lets the user choose which to link. */
export function PastedNamesDialog(props: PastedNamesDialogProps) {
  const { relation, lines, open, onClose } = props;
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const tl = useTranslations("links");
  const resolved = useResolved(props);
  const entries = useLinkEntries(relation);
  const roles = useOfferedRoles(relation, entries);
  const rolesByName = namedRoles(relation, entries ?? {});
  /** The user's choices, keyed by line; they override the lookup's results. */
  const [chosen, setChosen] = useState<Readonly<Record<number, number | null>>>({});
  /** The role chosen for a line whose texts are not understood, and that for lines without a role. */
  const [givenRoles, setGivenRoles] = useState<Readonly<Record<number, number | null>>>({});
  const [roleOfOthers, setRoleOfOthers] = useState<number | null>(null);
  const total = Math.min(lines.length, MAX_PASTED);
  const isDone = resolved.length >= total && entries !== null;
  const linkButton = useRef<HTMLButtonElement>(null);
  // Focuses the link button when all names are looked up, so that Enter confirms, unless the user
  // has begun to choose.
  useEffect(() => {
    if (isDone && !document.activeElement?.matches("input, select")) linkButton.current?.focus();
  }, [isDone]);

  const choiceOf = ({ key, state, hits }: ResolvedLine) => {
    const id = key in chosen ? chosen[key] : state === "found" ? hits[0]?.id : null;
    return hits.find((row) => row.id === id);
  };
  const readValues = ({ key, cells }: ResolvedLine): PastedValues => {
    const values = readPastedValues(cells, rolesByName);
    const role = givenRoles[key] ?? (values.roles.length === 0 && values.unread.length === 0 ? roleOfOthers : null);
    return role === null ? values : { ...values, roles: [...new Set([...values.roles, role])] };
  };
  /** Returns the values of the link to a record that one or several lines name. */
  function valuesOf(pasted: readonly PastedValues[]): AnyRow {
    const { roles: field, period } = relation;
    const ids = [...new Set(pasted.flatMap((one) => one.roles))];
    const from = pasted.find((one) => one.from !== null)?.from;
    const to = pasted.find((one) => one.to !== null)?.to;
    return {
      ...(field && ids.length > 0 && { [field.field]: ids }),
      ...(period && from && { [period.from]: from }),
      ...(period && to && { [period.to]: to }),
    };
  }
  const picked = groupBy(
    resolved.filter((one) => choiceOf(one)),
    (one) => Number(choiceOf(one)?.id),
  );
  const links = [...picked].map(([id, ofRecord]): NewLink => {
    const label = ofRecord.flatMap((one) => choiceOf(one)?.label ?? [])[0] ?? "";
    return { id, label, values: valuesOf(ofRecord.map(readValues)) };
  });
  const choose = (key: number, id: number | null) => setChosen((before) => ({ ...before, [key]: id }));
  const inState = (state: ResolvedLine["state"]) => resolved.filter((one) => one.state === state);
  const heading = (state: ResolvedLine["state"]) => (
    <h3 className="mt-3 mb-1 font-semibold">{tl(`pasted.${state}`, { count: inState(state).length })}</h3>
  );

  const roleChoices = roles.map(({ id, label }) => ({ value: id, label }));
  const textOf = ({ roles: ids, from, to }: PastedValues) =>
    [
      ...roles.filter(({ id }) => ids.includes(id)).map(({ label }) => label),
      displayPeriod(from, to, { words: tr, today: dayOf(new Date()) }),
    ]
      .filter(Boolean)
      .join(" · ");
  /** Renders the values parsed from the cells after the name, and a role select for unrecognized texts. */
  function renderValues(one: ResolvedLine) {
    if (!choiceOf(one)) return null;
    const values = readValues(one);
    const text = textOf(values);
    return (
      <>
        {text && <p className="pl-6.5 text-sm">{text}</p>}
        {values.unread.length > 0 && entries && (
          <label className="mt-1 mb-2 ml-6.5 grid gap-1">
            <span className="text-sm [overflow-wrap:anywhere] text-warning">
              {tl("pasted.unread", { text: values.unread.join("; ") })}
            </span>
            <Select
              value={ownValue(givenRoles, one.key) ?? ""}
              onChange={({ target }) =>
                setGivenRoles((before) => ({ ...before, [one.key]: target.value === "" ? null : Number(target.value) }))
              }
              emptyLabel={tl("pasted.leave_out")}
              options={roleChoices}
            />
          </label>
        )}
      </>
    );
  }
  const hasOthers = resolved.some((one) => {
    const { roles: ids, unread } = readPastedValues(one.cells, rolesByName);
    return choiceOf(one) && ids.length === 0 && unread.length === 0;
  });

  const renderMore = ({ more }: ResolvedLine) =>
    more > 0 && <span className="text-sm text-ink-muted">{tr("and_more", { count: more })}</span>;

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose([])}
      title={tl("pasted.title", { count: lines.length })}
      description={lines.length > MAX_PASTED ? tl("pasted.too_many", { max: MAX_PASTED }) : undefined}
      footer={
        <>
          <Button onClick={() => onClose([])}>{t("cancel")}</Button>
          <Button
            ref={linkButton}
            variant="primary"
            disabled={!isDone || links.length === 0}
            onClick={() => onClose(links)}
          >
            {tl("pasted.link", { count: links.length })}
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
      {hasOthers && roles.length > 0 && (
        <label className="mt-2 grid max-w-sm gap-1">
          <span className="text-sm font-semibold">{tl("pasted.role_of_others")}</span>
          <Select
            value={roleOfOthers ?? ""}
            onChange={({ target }) => setRoleOfOthers(target.value === "" ? null : Number(target.value))}
            emptyLabel={tl("pasted.without_role")}
            options={roleChoices}
          />
        </label>
      )}
      {inState("found").length > 0 && (
        <>
          {heading("found")}
          <ul>
            {inState("found").map((one) => (
              <li key={one.key}>
                <label className="flex items-start gap-2.5 py-1 pointer-coarse:min-h-11 pointer-coarse:py-2.5">
                  <input
                    type="checkbox"
                    checked={choiceOf(one) !== undefined}
                    onChange={({ target }) => choose(one.key, target.checked ? (one.hits[0]?.id ?? null) : null)}
                    className="mt-1 size-4 shrink-0 accent-accent"
                  />
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {one.hits[0]?.label}
                    {one.hits[0]?.detail && <span className="block text-sm text-ink-muted">{one.hits[0].detail}</span>}
                  </span>
                </label>
                {renderValues(one)}
              </li>
            ))}
          </ul>
        </>
      )}
      {inState("ambiguous").length > 0 && (
        <>
          {heading("ambiguous")}
          <ul className="grid gap-2">
            {inState("ambiguous").map((one) => (
              <li key={one.key}>
                <label className="grid gap-1">
                  <span className="[overflow-wrap:anywhere]">{one.name}</span>
                  <Select
                    value={choiceOf(one)?.id ?? ""}
                    onChange={({ target }) => choose(one.key, target.value === "" ? null : Number(target.value))}
                    emptyLabel={tl("pasted.none")}
                    options={one.hits.map((row) => ({ value: row.id, label: wholeName(row) }))}
                  />
                  {renderMore(one)}
                </label>
                {renderValues(one)}
              </li>
            ))}
          </ul>
        </>
      )}
      {(["short", "missing", "linked"] as const).map(
        (state) =>
          inState(state).length > 0 && (
            <div key={state}>
              {heading(state)}
              <ul className="text-ink-muted">
                {inState(state).map((one) => (
                  <li key={one.key} className="[overflow-wrap:anywhere]">
                    {one.name} {renderMore(one)}
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </Dialog>
  );
}
