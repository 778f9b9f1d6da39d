import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreMessages } from "./more-messages";
import type de from "@/messages/de.json";

/** A top-level namespace of the messages. */
export type Namespace = keyof typeof de;

/**
 * Namespaces that the layout and the shared controls need, and thus every page. The root layout
 * provides "errors".
 */
const BASE: readonly Namespace[] = ["common", "notices", "validation", "frame"];

type ClientMessagesProps = { namespaces?: readonly Namespace[]; children: ReactNode };

async function pick(namespaces: readonly Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(namespaces.map((name) => [name, messages[name]]));
}

/**
 * Provides client components with the base namespaces and `namespaces` instead of all messages, to
 * keep pages small.
 */
export async function ClientMessages({ namespaces = [], children }: ClientMessagesProps) {
  return <MoreMessages messages={await pick([...BASE, ...namespaces])}>{children}</MoreMessages>;
}

/** Adds `namespaces` to the messages that the surrounding layout provides. */
export async function PageMessages({ namespaces = [], children }: ClientMessagesProps) {
  return <MoreMessages messages={await pick(namespaces)}>{children}</MoreMessages>;
}
