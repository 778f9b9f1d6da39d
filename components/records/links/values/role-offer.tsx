"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { storedInTab, storeInTab } from "@/components/tables/use-stored-view";
import { useToastText, useValidationText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { buttonClasses } from "@/components/ui/button-looks";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Relation } from "@/lib/model/kinds/relations";
import type { OwnedList, SendLink } from "./link-call";
import { roleOptions, type LinkEntries } from "./role-entries";
import { TakenRole, useTakenText } from "./taken-role";
import { useLinkEntries } from "./use-link-entries";
import { useSaveLink, type LinkProblem } from "./use-save-link";
import { useUndoLink } from "./use-undo-link";

const storageKey = ({ name }: Relation) => `role ${name}`;

/** Returns the role that this tab's user gave last to a link of the relation. */
export function lastRole(relation: Relation): number | undefined {
  const stored = storedInTab(storageKey(relation));
  return stored && "id" in stored && typeof stored.id === "number" ? stored.id : undefined;
}

/** Remembers the role that was given last, until the tab is closed or the user logs out. */
export const storeLastRole = (relation: Relation, id: number): void => storeInTab(storageKey(relation), { id });

/** Returns the roles that a new link can have, the last used one first. */
export function useOfferedRoles(relation: Relation, entries: LinkEntries | null) {
  const locale = useLocale();
  const [last] = useState(() => lastRole(relation));
  const roles = roleOptions(relation, entries ?? {}, locale);
  return [...roles.filter(({ id }) => id === last), ...roles.filter(({ id }) => id !== last)];
}

type RoleOfferProps = OwnedList & {
  otherId: number;
  label: string;
  send: SendLink;
  /** The box in which the record was searched. */
  searchBox: () => HTMLInputElement | null | undefined;
  onClose: () => void;
};

/**
 * Offers the roles for a record that was just linked, and moves the focus to them unless the user
 * has gone on. The arrow keys walk through them; what is typed goes to the search box.
 */
export function RoleOffer({ tab, id, otherId, label, send, searchBox, onClose }: RoleOfferProps) {
  const { relation } = tab;
  const t = useTranslations("links.offer");
  const tc = useTranslations("common");
  const noticeText = useToastText();
  const validationText = useValidationText();
  const takenText = useTakenText(relation);
  const entries = useLinkEntries(relation);
  const roles = useOfferedRoles(relation, entries);
  const save = useSaveLink({ tab, id }, send);
  const { offerUndo } = useUndoLink({ tab, id });
  const [attempt, setAttempt] = useState<{ role: number; problem: LinkProblem | null } | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const field = relation.roles?.field ?? "";
  const problem = attempt?.problem;

  async function giveRole(role: number, replace = false) {
    setAttempt({ role, problem: null });
    const body = { [field]: [role], was: { [field]: [] }, ...(replace && { replace }) };
    const newProblem = await save("PUT", otherId, body);
    setAttempt({ role, problem: newProblem });
    if (newProblem) return;
    storeLastRole(relation, role);
    const name = roles.find((one) => one.id === role)?.label ?? "";
    void offerUndo("update", otherId, t("saved", { label, role: name }));
    onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>("[data-role-option]") ?? [])];
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const isTyped = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    // The browser enters the character where the focus is after this event.
    if (isTyped) return searchBox()?.focus();
    if (event.key === "Escape") onClose();
    else if (step && index >= 0) buttons.at((index + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
  }

  const isOffered = roles.length > 0;
  useEffect(() => {
    const box = searchBox();
    const isIdle = document.activeElement === box && box?.value === "";
    if (isOffered && isIdle) group.current?.querySelector<HTMLElement>("[data-role-option]")?.focus();
  }, [isOffered, searchBox]);

  if (!isOffered) return null;
  return (
    <div
      ref={group}
      role="group"
      aria-label={t("title", { label })}
      onKeyDown={onKeyDown}
      className="px-3 pt-2 pb-1 md:px-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="text-sm [overflow-wrap:anywhere] text-ink-muted">
          {t("title", { label })}
        </p>
        {roles.map((role, index) => (
          <button
            key={role.id}
            type="button"
            data-role-option
            // The arrow keys lead to the others.
            tabIndex={index === 0 ? 0 : -1}
            aria-busy={(attempt?.role === role.id && !problem) || undefined}
            onClick={() => void giveRole(role.id)}
            className={buttonClasses({ size: "sm" })}
          >
            {role.label}
          </button>
        ))}
        <IconButton label={tc("close")} icon={<Icon name="icon-x" className="size-4" />} onClick={onClose} />
      </div>
      {problem?.is === "taken" && attempt && (
        <TakenRole
          text={takenText({ [field]: [attempt.role] }, entries ?? {}, problem.holder)}
          isBusy={false}
          onReplace={() => void giveRole(attempt.role, true)}
          onCancel={onClose}
        />
      )}
      {problem && problem.is !== "taken" && (
        <Alert tone="danger" className="mt-2">
          {problem.is === "changed"
            ? noticeText("changed_since")
            : problem.is === "invalid"
              ? validationText(Object.values(problem.errors)[0]?.[0] ?? "type")
              : noticeText(problem.code, { label })}
        </Alert>
      )}
    </div>
  );
}
