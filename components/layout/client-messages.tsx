import { NextIntlClientProvider } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreMessages } from "./more-messages";
import type de from "@/messages/de.json";

/** A part of the messages, by its name. */
export type Namespace = keyof typeof de;

/** What the frame and the house's own controls say; every client tree needs these. */
const BASE: readonly Namespace[] = ["common", "notices", "validation", "frame", "errors"];

type ClientMessagesProps = { namespaces?: readonly Namespace[]; children: ReactNode };

async function pick(namespaces: readonly Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(namespaces.map((name) => [name, messages[name]]));
}

/** Hands a client tree the basic words and the namespaces it names, and no others: each page carries only what it says. */
export async function ClientMessages({ namespaces = [], children }: ClientMessagesProps) {
  return <NextIntlClientProvider messages={await pick([...BASE, ...namespaces])}>{children}</NextIntlClientProvider>;
}

/** The same inside a frame that has the basic words already: they travel once. */
export async function PageMessages({ namespaces = [], children }: ClientMessagesProps) {
  return <MoreMessages messages={await pick(namespaces)}>{children}</MoreMessages>;
}
