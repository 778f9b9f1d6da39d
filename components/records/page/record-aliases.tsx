"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { notice, notify } from "@/components/toasts/notify";
import { NamesInput } from "@/components/ui/choices/names-input";
import { ApiError, request, requestDetailed } from "@/lib/api-client";
import { ALIASES } from "@/lib/records/kinds/aliases";
import { definitionOf, type KindName } from "@/lib/records/kinds/registry";

type RecordAliasesProps = { kind: KindName; id: number; aliases: readonly string[]; mayWrite: boolean };

/**
 * A record's alternative names, shown below its form. They are not part of the form: each change is
 * saved immediately.
 */
export function RecordAliases({ kind, id, aliases, mayWrite }: RecordAliasesProps) {
  const tr = useTranslations("records");
  const inputId = useId();
  const hintId = `${inputId}-hint`;
  const [loaded, setLoaded] = useState(aliases);
  const [names, setNames] = useState(aliases);
  if (loaded !== aliases) {
    setLoaded(aliases);
    setNames(aliases);
  }

  /** Queues the requests, as concurrent requests could arrive out of order. */
  const queue = useRef(Promise.resolve());

  /**
   * Applies the change to the names currently stored, so that other users' changes are not lost.
   */
  async function change(added: readonly string[], removed: readonly string[]): Promise<string[]> {
    const path = `/api/${definitionOf(kind).apiPath}/${id}/aliases`;
    const { answer, version } = await requestDetailed<{ aliases: string[] }>("GET", path);
    const wanted = [...answer.aliases.filter((name) => !removed.includes(name)), ...added];
    try {
      const body = { [ALIASES]: wanted };
      return (await request<{ aliases: string[] }>("PUT", path, { body, ifMatch: version })).aliases;
    } catch (error) {
      if (error instanceof ApiError && error.code === "edit_conflict") return change(added, removed);
      throw error;
    }
  }

  function save(next: string[]) {
    const added = next.filter((name) => !names.includes(name));
    const removed = names.filter((name) => !next.includes(name));
    setNames(next);
    queue.current = queue.current.then(async () => {
      try {
        setNames(await change(added, removed));
      } catch (error) {
        setNames((now) => [...now.filter((name) => !added.includes(name)), ...removed]);
        if (!(error instanceof ApiError)) throw error;
        const others = Object.keys(error.errors ?? {}).filter((name) => name !== ALIASES);
        const fields = others.map((name) => tr(`${kind}.fields.${name}`)).join(", ");
        if (fields) notify.danger(notice("first_mend", { fields }));
        else notify.danger(notice(error.errors ? "too_many_aliases" : error.code));
      }
    });
  }

  const title = tr(`${kind}.fields.${ALIASES}`);
  return (
    <section
      aria-label={title}
      className="grid gap-x-8 gap-y-3 border-t border-line px-4 py-5 md:px-6 lg:grid-cols-[11rem_minmax(0,1fr)]"
    >
      {mayWrite ? (
        <label htmlFor={inputId} className="text-lg font-semibold lg:pt-0.5">
          {title}
        </label>
      ) : (
        <h2 className="text-lg font-semibold lg:pt-0.5">{title}</h2>
      )}
      <div className="max-w-4xl min-w-0">
        {mayWrite ? (
          <>
            <NamesInput
              id={inputId}
              aria-describedby={hintId}
              aria-invalid={undefined}
              aria-required={undefined}
              value={names}
              onChange={save}
            />
            <p id={hintId} className="mt-1 text-sm text-ink-muted">
              {tr("aliases_hint")}
            </p>
          </>
        ) : (
          <ul className="[overflow-wrap:anywhere]">
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
