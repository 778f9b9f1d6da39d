"use client";

import { useTranslations } from "next-intl";
import { useCallback, type ReactNode } from "react";
import { PendingLink } from "@/components/navigation/links";
import type { Change } from "@/lib/records/history-query";
import type { NamedRecord } from "@/lib/records/named-record";
import { definitionOfPath } from "@/lib/records/registry";
import { hrefOf, type Story } from "./change-story";

/** What a kind and its fields are called; what nobody has a word for any more is called by its own name. */
export function useFieldLabel(): (kind: string, name: string) => string {
  const tr = useTranslations("records");
  return useCallback(
    (kind, name) => {
      const key = `${definitionOfPath(kind)?.name ?? kind}.fields.${name}`;
      return tr.has(key) ? tr(key) : name;
    },
    [tr],
  );
}

/** What one record of a kind is called. */
export function useKindLabel(): (kind: string) => string {
  const tr = useTranslations("records");
  return useCallback(
    (kind) => {
      const key = `${definitionOfPath(kind)?.name ?? kind}.one`;
      return tr.has(key) ? tr(key) : kind;
    },
    [tr],
  );
}

const linkTo = (record: NamedRecord) =>
  function RecordLink(label: ReactNode) {
    return (
      <PendingLink
        href={hrefOf(record)}
        className="font-semibold underline decoration-line-strong underline-offset-3 hover:decoration-current"
      >
        {label}
      </PendingLink>
    );
  };

const emphasized = (label: ReactNode) => <b className="font-semibold">{label}</b>;
const plain = (label: ReactNode) => label;

/** The sentence that tells a change: as text for a button's name, and with links to the records that it names. */
export function useSentence() {
  const t = useTranslations("history");
  const kindLabel = useKindLabel();
  const keyOf = ({ isOwn, sentence }: Story) => `${isOwn ? "own" : "any"}.${sentence}`;
  const valuesOf = ({ subject, partner }: Story) => ({
    kind: kindLabel(subject.kind),
    label: subject.label || t("erased_name"),
    partnerKind: partner ? kindLabel(partner.kind) : "",
    partner: partner ? partner.label || t("erased_name") : "",
  });
  return {
    text: (story: Story) => String(t.markup(keyOf(story), { ...valuesOf(story), own: String, other: String })),
    rich: (story: Story) => {
      const { subject, partner, sentence } = story;
      // What was deleted has no page to lead to.
      const own = sentence === "deleted" || !subject.label ? emphasized : linkTo(subject);
      const other = partner?.label ? linkTo(partner) : plain;
      return t.rich(keyOf(story), { ...valuesOf(story), own, other });
    },
  };
}

/** Who made a change, and by which way where it was not by these screens. */
export function useAuthor(): (change: Pick<Change, "user" | "source">) => { name: string; way: string | null } {
  const t = useTranslations("history");
  return ({ user, source }) => {
    const key = `sources.${source}`;
    const way = t.has(key) ? t(key) : source;
    if (!user) return { name: way, way: null };
    return { name: user.name || t("account", { id: user.id }), way: source === "app" ? null : way };
  };
}
