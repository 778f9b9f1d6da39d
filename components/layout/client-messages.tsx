import type { Messages, NestedKeyOf } from "next-intl";
import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreMessages } from "./more-messages";

/** A namespace of the messages, or a part of one: `records.filters`, `common.yes`. */
export type MessagePath = NestedKeyOf<Messages>;

/**
 * Messages that the layout and the shared controls need, and thus every page. The root layout
 * provides "errors".
 */
const BASE: readonly MessagePath[] = [
  "common.actions",
  "common.add",
  "common.cancel",
  "common.close",
  "common.displaying",
  "common.first_page",
  "common.last_page",
  "common.loading",
  "common.multi_sort_hint",
  "common.next_page",
  "common.no",
  "common.no_matches",
  "common.notifications",
  "common.page",
  "common.pagination",
  "common.previous_page",
  "common.print",
  "common.remove_item",
  "common.reset",
  "common.rows_per_page",
  "common.search",
  "common.show_options",
  "common.undo",
  "common.undo_key",
  "common.yes",
  "notices.error_api",
  "frame.product",
  "frame.main_navigation",
  "frame.open_menu",
  "frame.close_menu",
  "frame.collapse_sidebar",
  "frame.expand_sidebar",
  "frame.go_back",
  "frame.logout",
  "frame.signed_in_as",
  "frame.language",
  "frame.working",
  "frame.views_of",
  "frame.groups",
  "frame.legal",
  "frame.titles.unknown",
  "frame.titles.account",
  "frame.palette.open",
  "frame.palette.shortcut",
  "frame.shortcuts.title",
];

/** Messages of forms and of what they report. */
export const FORM_MESSAGES: readonly MessagePath[] = ["common", "notices", "validation"];

type Tree = { [key: string]: string | Tree };

type ClientMessagesProps = { paths?: readonly MessagePath[]; children: ReactNode };

/**
 * Returns the messages at some paths.
 * @throws Error for a path that does not exist
 */
export function pickMessages(messages: Tree, paths: readonly string[]): Tree {
  const picked: Tree = {};
  for (const path of paths) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let [from, to]: [Tree, Tree] = [messages, picked];
    for (const name of names) {
      const next = from[name];
      if (typeof next !== "object") throw new Error(`There are no messages ${path}`);
      from = next;
      to = to[name] = { ...(to[name] as Tree | undefined) };
    }
    const value = from[last];
    if (value === undefined) throw new Error(`There are no messages ${path}`);
    to[last] = value;
  }
  return picked;
}

const pick = async (paths: readonly MessagePath[]) => pickMessages((await getMessages()) as Tree, paths);

/**
 * Provides the client components of a page with the base messages and those at `paths` instead of
 * all messages, to keep pages small. Components that are loaded later bring all messages along
 * (ui/lazy-component.tsx).
 */
export async function ClientMessages({ paths = [], children }: ClientMessagesProps) {
  return <PageMessages paths={[...BASE, ...paths]}>{children}</PageMessages>;
}

/** Adds the messages at `paths` to those that the surrounding layout provides. */
export async function PageMessages({ paths = [], children }: ClientMessagesProps) {
  return <MoreMessages messages={await pick(paths)}>{children}</MoreMessages>;
}
