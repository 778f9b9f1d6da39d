"use client";

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from "next-intl";
import { useMemo, type ReactNode } from "react";

const isNamespace = (value: unknown): value is AbstractIntlMessages =>
  // A message that was compiled at build time is an array.
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Adds messages to others, at any depth. */
export function mergedMessages(one: AbstractIntlMessages, other: AbstractIntlMessages): AbstractIntlMessages {
  const result: AbstractIntlMessages = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = result[name];
    result[name] = isNamespace(before) && isNamespace(value) ? mergedMessages(before, value) : value;
  }
  return result;
}

/** Adds messages to those that a provider above in the tree supplies. */
export function MoreMessages({ messages, children }: { messages: AbstractIntlMessages; children: ReactNode }) {
  const above = useMessages();
  const all = useMemo(() => mergedMessages(above, messages), [above, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
