import type { Role, TokenScope } from "../../records/accounts/account";
import { AppError } from "../errors/errors";

export type Action = "read" | "write";

/**
 * What can be read or written: the records of a kind, by its name, or what else the house keeps. `ownCredentials` are API tokens
 * and the address of the calendar feed, which open an account without a login; only a complete login gets them.
 */
export type Subject =
  | "history"
  | "referenceLists"
  | "accounts"
  | "ownAccount"
  | "ownCredentials"
  | "personalData"
  | "othersViews"
  | "jobs"
  | (string & {});

/** Something that somebody may do or not. */
export type Permission = readonly [Action, Subject];

const RANK: Readonly<Record<Role, number>> = { reader: 0, editor: 1, admin: 2 };

/** The least role that may do something (contract §9). */
function leastRole(action: Action, subject: Subject): Role {
  switch (subject) {
    case "ownAccount":
    case "ownCredentials":
      return "reader";
    case "accounts":
    case "personalData":
    case "othersViews":
    case "jobs":
      return "admin";
    case "referenceLists":
      return action === "read" ? "reader" : "admin";
    default:
      return action === "read" ? "reader" : "editor";
  }
}

/**
 * Who acts: what his role is, what his program's token lets it do, if it is a program, and whether his account still lacks
 * the second factor that the installation asks of its role.
 */
export type Rights = { role: Role; token?: TokenScope; lacksFactor?: boolean };

/** What no token for programs changes: a lost one must not open a way to more, or shut its owner out (contract §9). */
const NEVER_BY_TOKEN: readonly Subject[] = ["accounts", "ownAccount"];

/**
 * Whether somebody may do something: the one place that decides it, for pages, calls and records alike.
 * @param actor null for commands and jobs, which the operator of the server runs
 */
export function isAllowed(actor: Rights | null, action: Action, subject: Subject): boolean {
  if (actor === null) return true;
  const { role, token, lacksFactor } = actor;
  if (lacksFactor && subject !== "ownAccount") return false;
  if (token && subject === "ownCredentials") return false;
  if (token && action === "write" && (token === "read" || NEVER_BY_TOKEN.includes(subject))) return false;
  return RANK[role] >= RANK[leastRole(action, subject)];
}

/** @throws AppError forbidden, second_factor_missing */
export function demand(actor: Rights | null, action: Action, subject: Subject): void {
  if (isAllowed(actor, action, subject)) return;
  throw new AppError(actor?.lacksFactor ? "second_factor_missing" : "forbidden");
}
