"use client";

import { useTranslations } from "next-intl";
import { useCallback, type ReactNode } from "react";
import { dynamicKey } from "@/lib/model/messages/i18n";
import type { Change, NamedRecord } from "@/lib/features/history/history-answers";
import { useRights } from "@/components/auth/rights";
import { ROUND_KIND } from "@/lib/model/change";
import { displayMoment } from "@/lib/model/fields/moments";
import { fieldKey, linkFieldKey } from "@/lib/model/kinds/field-keys";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { adminFieldKey, LINK_FIELDS, recordPagePath, type AdminValueFormat, type Story } from "./change-story";

/**
 * Returns a function that returns the label of a record's, link's, account's or reference entry's
 * field; if there is no label, it returns the field's name.
 */
export function useFieldLabel(): (owner: string, name: string) => string {
  const tr = useTranslations("records");
  const t = useTranslations("history.fields");
  return useCallback(
    (owner, name) => {
      const kind = definitionOfPath(owner)?.name;
      if (kind === undefined && owner !== LINK_FIELDS) {
        const key = adminFieldKey(owner, name);
        return t.has(key) ? t(key) : name;
      }
      const key = kind ? fieldKey(kind, name) : linkFieldKey(name);
      return tr.has(key) ? tr(key) : name;
    },
    [tr, t],
  );
}

/**
 * Returns a function that returns the label of a kind (record kind, accounts, rounds, or a reference list);
 * if there is no label, it returns the kind's name.
 */
export function useKindLabel(): (kind: string) => string {
  const tr = useTranslations("records");
  const t = useTranslations("history.kinds");
  return useCallback(
    (kind) => {
      const definition = definitionOfPath(kind);
      if (definition) return tr(`${definition.name}.one`);
      const key = dynamicKey<"history.kinds">(kind);
      return t.has(key) ? t(key) : kind;
    },
    [tr, t],
  );
}

/**
 * Returns a function that formats values of accounts, reference entries and rounds: dates, roles,
 * languages, statuses, flags.
 */
export function useAdminValueFormat(): AdminValueFormat {
  const t = useTranslations("history.values");
  return useCallback(
    (name, value) => {
      if (name.endsWith("_at")) return displayMoment(new Date(String(value)));
      const key = dynamicKey<"history.values">(`${typeof value === "boolean" ? "flag" : name}.${String(value)}`);
      return t.has(key) ? t(key) : null;
    },
    [t],
  );
}

export const emphasized = (label: ReactNode) => <b className="font-semibold">{label}</b>;
const plain = (label: ReactNode) => label;

export function linkTo(record: NamedRecord) {
  const href = recordPagePath(record);
  if (href === null) return emphasized;
  return function RecordLink(label: ReactNode) {
    return (
      <a
        href={href}
        className="font-semibold underline decoration-line-strong underline-offset-3 hover:decoration-current"
      >
        {label}
      </a>
    );
  };
}

/**
 * Returns two functions that describe a change in a sentence: `text` for accessible names, and
 * `rich` with links to the records.
 */
export function useSentence() {
  const t = useTranslations("history");
  const kindLabel = useKindLabel();
  const { mayWrite } = useRights();
  // Only editors see rounds.
  const hasPage = ({ kind, label }: NamedRecord) => label !== "" && (kind !== ROUND_KIND || mayWrite);
  const keyOf = ({ isOwn, sentence }: Story) => `${isOwn ? "own" : "any"}.${sentence}` as const;
  const valuesOf = ({ subject, partner, confirmer }: Story) => ({
    name: confirmer ?? "",
    kind: kindLabel(subject.kind),
    label: subject.label || t("erased_name"),
    partnerKind: partner ? kindLabel(partner.kind) : "",
    partner: partner ? partner.label || t("erased_name") : "",
  });
  return {
    text: (story: Story) => String(t.markup(keyOf(story), { ...valuesOf(story), own: String, other: String })),
    rich: (story: Story) => {
      const { subject, partner, sentence } = story;
      // A deleted record has no page to link to.
      const own = sentence === "deleted" || !subject.label ? emphasized : linkTo(subject);
      const other = partner && hasPage(partner) ? linkTo(partner) : plain;
      return t.rich(keyOf(story), { ...valuesOf(story), own, other });
    },
  };
}

/**
 * Returns a function that returns the name of a change's author and, unless the change was made on
 * the app's pages, its source as `way`.
 */
export function useAuthor(): (change: Pick<Change, "user" | "source">) => { name: string; way: string | null } {
  const t = useTranslations("history");
  return ({ user, source }) => {
    const key = dynamicKey<"history">(`sources.${source}`);
    const way = t.has(key) ? t(key) : source;
    if (!user) return { name: way, way: null };
    return { name: user.name || t("account", { id: user.id }), way: source === "app" ? null : way };
  };
}
