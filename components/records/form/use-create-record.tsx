"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useRights } from "@/components/account/rights";
import { usePreload } from "@/components/ui/use-preload";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { Option } from "@/lib/records/reference-lists/reference-lists";

const loadForm = () => import("./create-form");
const CreateForm = lazy(() => loadForm().then((module) => ({ default: module.CreateForm })));

/** How a box in which something is searched for offers to make what it does not find. */
export type Creating = {
  /** What the offer says. */
  text: (typed: string) => string;
  /** Makes it, and resolves to what was made, or to null. */
  create: (typed: string) => Promise<Option | null>;
};

type Asked = {
  definition: AnyDefinition;
  typed: string;
  /** Counts the offers that were taken. */
  round: number;
  open: boolean;
  resolve: (created: Option | null) => void;
};

/**
 * Makes records of a kind on the way, where one was searched for in vain: in a dialog above the record that is being worked at.
 * @param definition null where there is no such kind
 * @returns the offer, for those who may write, and the dialog, which is to be drawn somewhere
 */
export function useCreateRecord(definition: AnyDefinition | null): { creating?: Creating; dialog: ReactNode } {
  const tr = useTranslations("records");
  const { mayWrite } = useRights();
  const [asked, setAsked] = useState<Asked | null>(null);
  usePreload(definition && mayWrite ? loadForm : nothing);
  if (!definition || !mayWrite) return { dialog: null };

  const creating: Creating = {
    text: (typed) => tr("create_named", { label: typed }),
    create: (typed) =>
      new Promise((resolve) => {
        // Each time an empty form.
        setAsked((last) => ({ definition, typed, round: (last?.round ?? 0) + 1, open: true, resolve }));
      }),
  };

  function close({ round, resolve }: Asked, created: Option | null) {
    // An answer that comes late closes no dialog but its own.
    setAsked((now) => (now?.round === round ? { ...now, open: false } : now));
    resolve(created);
  }

  const dialog = asked && (
    <Suspense>
      <CreateForm
        key={asked.round}
        definition={asked.definition}
        typed={asked.typed}
        open={asked.open}
        onClose={(created) => close(asked, created)}
      />
    </Suspense>
  );
  return { creating, dialog };
}

const nothing = () => Promise.resolve();
