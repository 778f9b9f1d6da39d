"use client";

import { NextIntlClientProvider, useLocale, useMessages } from "next-intl";
import { useMemo, type ComponentProps, type ReactNode } from "react";

type Messages = NonNullable<ComponentProps<typeof NextIntlClientProvider>["messages"]>;

/** Adds messages to others, also within a namespace. */
const merged = (one: Messages, other: Messages): Messages =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [name, { ...one[name], ...other[name] }]),
  ) as Messages;

/** Adds messages to those that a provider above in the tree supplies. */
export function MoreMessages({ messages, children }: { messages: Messages; children: ReactNode }) {
  const above = useMessages();
  const all = useMemo(() => merged(above, messages), [above, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
