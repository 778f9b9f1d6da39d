"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ChoiceCard } from "@/components/ui/choices/choice-card";
import { Icon } from "@/components/ui/icon";
import { ALIASES } from "@/lib/model/kinds/aliases";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { betterSide, isBlank, isEquivalent, type MergeSide } from "@/lib/model/values/better-value";
import type { AnyRow } from "@/lib/model/kinds/define";
import { duplicatesHref } from "@/lib/features/duplicates/duplicates-query";
import { mergeHref, type MergedRoles, type MergeRecord, type MergeView } from "@/lib/features/duplicates/merge-query";
import { mergedValues } from "@/lib/model/values/merged-values";
import { displayMoment } from "@/lib/model/fields/moments";
import { nameIn, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { useMerge } from "./use-merge";

type MergeFormProps = {
  kind: KindName;
  view: MergeView;
  options: EntryOptions;
  /** True if the user came from the list of duplicates; the form then returns there. */
  isOfMany: boolean;
};

/** Maximum number of lines about the roles of links in one list, and about files. */
const MAX_LINES = 10;

const SIDES = ["keep", "drop"] as const satisfies readonly MergeSide[];

/**
 * Form that compares two records side by side, lets the user choose between differing values, and
 * previews the merged record.
 */
export function MergeForm({ kind, view, options, isOfMany }: MergeFormProps) {
  const definition = definitionOf(kind);
  const locale = useLocale();
  const t = useTranslations("merge");
  const tr = useTranslations("records");
  const { push, replace } = usePendingNavigation();
  const { merge, isBusy } = useMerge(
    definition,
    (id) => void replace(isOfMany ? duplicatesHref(definition) : `${definition.pages.detail}/${id}`),
  );
  const { keep, drop, newer, links, files } = view;
  const values = { keep: keep.values, drop: drop.values };

  const shown = definition.form
    .flatMap((group) => group.fields)
    .filter((name) => name !== ALIASES && definition.fields[name]?.storage.in !== "links");
  const isList = (name: string) => definition.fields[name]?.storage.in === "list";
  const differingNames = shown.filter((name) => !isEquivalent(values.keep[name], values.drop[name]));
  const questions = differingNames.filter((name) => !isList(name));
  const unionNames = differingNames.filter(isList);
  const equalNames = shown.filter((name) => !differingNames.includes(name) && !isBlank(values.keep[name]));

  const suggestedChoices = () =>
    Object.fromEntries(questions.map((name) => [name, betterSide(definition, name, { ...values, newer })]));
  const [choices, setChoices] = useState<Readonly<Record<string, MergeSide>>>(suggestedChoices);
  const fromDrop = questions.filter((name) => choices[name] === "drop");
  const result = { ...keep.values, ...mergedValues(definition, keep.values, drop.values, fromDrop) };

  const names = { locale, nameOf: nameIn(options) };
  const textOf = (record: AnyRow, name: string) => definition.fields[name]?.text(record[name], names) ?? "";
  const fieldName = (name: string) => tr(fieldKey(kind, name));
  const label = { keep: definition.label(keep.values, locale), drop: definition.label(drop.values, locale) };
  const shownText = (record: AnyRow, name: string) =>
    textOf(record, name) || <span className="text-ink-muted italic">{t("empty")}</span>;

  const firstLines = (lines: readonly string[]) => {
    const rest = lines.length - MAX_LINES;
    return rest > 0 ? [...lines.slice(0, MAX_LINES), tr("and_more", { count: rest })] : lines;
  };
  const fileLines = firstLines([
    ...files.moved.map((file) => t("file_moved", { file })),
    ...files.joined.map((file) => t("file_joined", { file })),
  ]);
  const fileCounts = {
    total: files.kept + files.moved.length,
    moved: files.moved.length,
    joined: files.joined.length,
  };

  /** Says which roles links have and lose; of many links, of the first ones. */
  const roleLines = (links: readonly MergedRoles[]) => {
    const namesOf = (ids: readonly number[]) => ids.map((id) => names.nameOf("verknuepfungsrollen", id)).join(", ");
    const lines = links.flatMap(({ label: linked, isJoined, roles, lost }) => [
      ...(roles.length > 0
        ? [t(isJoined ? "roles_joined" : "roles_moved", { label: linked, roles: namesOf(roles) })]
        : []),
      ...(lost.length > 0 ? [t("roles_lost", { label: linked, roles: namesOf(lost) })] : []),
    ]);
    return firstLines(lines);
  };

  const goBack = () => void push(isOfMany ? duplicatesHref(definition) : `${definition.pages.detail}/${keep.id}`);

  return (
    <form
      className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
      onSubmit={(event) => {
        event.preventDefault();
        const merged = definition.label(result, locale);
        void merge({ keep: keep.id, drop: drop.id, take: fromDrop, version: keep.version, label: merged });
      }}
    >
      <Card className="min-w-0">
        <p className="max-w-4xl px-4 pt-4 md:px-6">{t("intro")}</p>
        <div className="grid items-stretch gap-3 px-4 py-4 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:px-6">
          <RecordCard kind={kind} record={keep} label={label.keep} heading={t("keeps")} tone="accent" />
          <Button
            className="self-center justify-self-center"
            aria-label={t("swap")}
            title={t("swap")}
            onClick={() => void replace(mergeHref(definition, drop.id, keep.id, isOfMany))}
            icon={<Icon name="icon-arrow-left-right" className="size-4 max-sm:rotate-90" />}
          >
            <span className="sm:hidden">{t("swap")}</span>
          </Button>
          <RecordCard kind={kind} record={drop} label={label.drop} heading={t("goes")} tone="neutral" />
        </div>
        <div className="grid gap-5 border-t border-line px-4 py-5 md:px-6">
          <h2 className="text-lg font-semibold">{t("differences", { count: differingNames.length })}</h2>
          {questions.map((name) => (
            <fieldset key={name} className="min-w-0">
              <legend className="font-semibold">{fieldName(name)}</legend>
              <div className="mt-1 grid gap-2 sm:grid-cols-2">
                {SIDES.map((side) => (
                  <ChoiceCard
                    key={side}
                    name={name}
                    value={side}
                    checked={choices[name] === side}
                    onChoose={() => setChoices({ ...choices, [name]: side })}
                    heading={t(side === "keep" ? "from_keep" : "from_drop")}
                  >
                    {shownText(values[side], name)}
                  </ChoiceCard>
                ))}
              </div>
            </fieldset>
          ))}
          {unionNames.map((name) => (
            <div key={name}>
              <h3 className="font-semibold">{fieldName(name)}</h3>
              <p className="mt-1 rounded-md border border-line bg-sunken px-3 py-2 [overflow-wrap:anywhere]">
                <span className="block text-sm text-ink-muted">{t("united")}</span>
                {textOf(result, name)}
              </p>
            </div>
          ))}
          {equalNames.length > 0 && (
            <details>
              <summary className="cursor-pointer text-ink-muted">{t("same", { count: equalNames.length })}</summary>
              <Values rows={equalNames.map((name) => [fieldName(name), textOf(keep.values, name)])} />
            </details>
          )}
        </div>
      </Card>
      <Card className="min-w-0 xl:sticky xl:top-4">
        <section aria-label={t("result")} aria-live="polite" className="px-4 py-4 md:px-5">
          <h2 className="text-lg font-semibold">{t("result")}</h2>
          <p className="mt-2 text-xl font-semibold [overflow-wrap:anywhere]">{definition.label(result, locale)}</p>
          <Values
            rows={[
              ...[...questions, ...unionNames]
                .filter((name) => !definition.labelFields(locale).includes(name))
                .map((name): [string, string] => [fieldName(name), textOf(result, name)]),
              [fieldName(ALIASES), textOf(result, ALIASES)] as [string, string],
            ].filter(([, text]) => text !== "")}
          />
          <h3 className="mt-4 font-semibold">{t("links")}</h3>
          <Values
            empty={t("no_links")}
            rows={links
              .filter(({ total }) => total > 0)
              .map(({ name, kind: other, total, moved, joined, roles }) => [
                tr(`${other}.many`),
                [t("link_count", { total, moved, joined }), ...roleLines(roles)].join("\n"),
                name,
              ])}
          />
          {fileCounts.total > 0 && (
            <Values rows={[[t("files"), [t("link_count", fileCounts), ...fileLines].join("\n")]]} />
          )}
        </section>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 md:px-5">
          <Button onClick={goBack}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" busy={isBusy} icon={<Icon name="icon-merge" className="size-4" />}>
            {t("merge")}
          </Button>
        </div>
      </Card>
    </form>
  );
}

type RecordCardProps = {
  kind: KindName;
  record: MergeRecord;
  label: string;
  heading: string;
  tone: "accent" | "neutral";
};

/** Card of one of the two records, with its label and its last change. */
function RecordCard({ kind, record, label, heading, tone }: RecordCardProps) {
  const t = useTranslations("merge");
  const { changed, id } = record;
  return (
    <div className="min-w-0 rounded-md border border-line px-3 py-2.5">
      <Badge tone={tone}>{heading}</Badge>
      <p className="mt-1 font-semibold [overflow-wrap:anywhere]">
        <a href={`${definitionOf(kind).pages.detail}/${id}`} target="_blank">
          {label}
        </a>
      </p>
      <p className="text-sm text-ink-muted">
        ID {id}
        {changed && ` · ${t("changed", { moment: displayMoment(new Date(changed)) })}`}
      </p>
    </div>
  );
}

/** List of labels and values; displays `empty` if there are no rows. */
function Values({
  rows,
  empty,
}: {
  rows: readonly (readonly [name: string, text: string, key?: string])[];
  empty?: string;
}) {
  if (rows.length === 0) return empty ? <p className="mt-1 text-ink-muted">{empty}</p> : null;
  return (
    <dl className="mt-2 grid gap-2">
      {rows.map(([name, text, key = name]) => (
        <div key={key}>
          <dt className="text-sm text-ink-muted">{name}</dt>
          <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
