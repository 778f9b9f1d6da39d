import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type de from "@/messages/de.json";

type Namespace = keyof typeof de;

/** What the frame and the house's own controls say; every client tree needs these. */
const BASE: readonly Namespace[] = ["common", "notices", "validation", "frame", "errors"];

type ClientMessagesProps = { namespaces?: readonly Namespace[]; children: ReactNode };

/** Hands a client tree the basic words and the namespaces it names, and no others: each page carries only what it says. */
export async function ClientMessages({ namespaces = [], children }: ClientMessagesProps) {
  const messages = await getMessages();
  const picked = Object.fromEntries([...BASE, ...namespaces].map((name) => [name, messages[name]]));
  return <NextIntlClientProvider messages={picked}>{children}</NextIntlClientProvider>;
}
