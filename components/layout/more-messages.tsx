"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { useMemo, type ComponentProps, type ReactNode } from "react";

type Messages = NonNullable<ComponentProps<typeof NextIntlClientProvider>["messages"]>;

const isNamespace = (value: unknown): value is Messages =>
  // A message that was compiled at build time is an array.
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Adds messages to others, at any depth. */
export function mergedMessages(one: Messages, other: Messages): Messages {
  const result: Messages = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = result[name];
    result[name] = isNamespace(before) && isNamespace(value) ? mergedMessages(before, value) : value;
  }
  return result;
}

/** Adds messages to those that a provider above in the tree supplies. */
export function MoreMessages({ messages, children }: { messages: Messages; children: ReactNode }) {
  const above = useMessages();
  const all = useMemo(() => mergedMessages(above, messages), [above, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
