"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useRights } from "@/components/auth/rights";
import { lazyComponent } from "@/components/ui/lazy-component";
import { usePreload } from "@/components/ui/use-preload";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Option } from "@/lib/model/reference-lists/reference-lists";

const CreateForm = lazyComponent(async () => (await import("./create-form")).CreateForm);

/** Lets a search box offer to create a record that it does not find. */
export type Creating = {
  /** Returns the label of the option that offers to create the record. */
  text: (typed: string) => string;
  /**
   * Resolves to the created record, or to null if cancelled.
   * @param values further initial values of the record
   */
  create: (typed: string, values?: InitialValues, links?: NewLinks) => Promise<Created | null>;
};

/** A record that was created or, instead of a duplicate, chosen; `isLinked` if it has got its `NewLinks`. */
export type Created = Option & { isLinked?: true };

/** Links that a record gets together with its creation, by link list. */
export type NewLinks = {
  add: Readonly<Record<string, readonly number[]>>;
  /** Further records of one list, of which the user chooses; a single one is ticked. */
  offered?: { list: string; load: (signal: AbortSignal) => Promise<Option[]> };
};

type InitialValues = Readonly<Record<string, string>>;

type FormState = {
  definition: AnyDefinition;
  typed: string;
  values: InitialValues | undefined;
  links: NewLinks | undefined;
  /** Number of times that the dialog has been opened. */
  openCount: number;
  open: boolean;
  resolve: (created: Created | null) => void;
};

/**
 * Lets the user create a missing record in a dialog above the record being edited.
 * @param definition definition of the missing record's kind; null if none can be created
 * @returns `creating`, for users who may change records, and the dialog to render
 */
export function useCreateRecord(definition: AnyDefinition | null): { creating?: Creating; dialog: ReactNode } {
  const tr = useTranslations("records");
  const { mayWrite } = useRights();
  const [formState, setFormState] = useState<FormState | null>(null);
  usePreload(definition && mayWrite ? CreateForm.load : nothing);
  if (!definition || !mayWrite) return { dialog: null };

  const creating: Creating = {
    text: (typed) => tr("create_named", { label: typed }),
    create: (typed, values, links) =>
      new Promise((resolve) => {
        // A new `openCount` gives an empty form each time.
        setFormState((last) => ({
          definition,
          typed,
          values,
          links,
          openCount: (last?.openCount ?? 0) + 1,
          open: true,
          resolve,
        }));
      }),
  };

  function close({ openCount, resolve }: FormState, created: Created | null) {
    // A late answer must not close a dialog that was opened later.
    setFormState((now) => (now?.openCount === openCount ? { ...now, open: false } : now));
    resolve(created);
  }

  const dialog = formState && (
    <CreateForm
      key={formState.openCount}
      definition={formState.definition}
      typed={formState.typed}
      values={formState.values}
      links={formState.links}
      open={formState.open}
      onClose={(created) => close(formState, created)}
    />
  );
  return { creating, dialog };
}

const nothing = () => Promise.resolve();
