import type { Role, TokenScope } from "../../records/accounts/account";
import { AppError } from "../errors/errors";

export type Action = "read" | "write";

/**
 * What can be read or written: the records of a kind, by its name, or another resource.
 * `ownCredentials` are API tokens and the address of the calendar feed, which give access to an
 * account without a login; they need a complete login.
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

/** An action on a subject. */
export type Permission = readonly [Action, Subject];

const RANK: Readonly<Record<Role, number>> = { reader: 0, editor: 1, admin: 2 };

/** Returns the lowest role that is allowed an action (contract §9). */
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
 * Rights of an actor: the role, the scope of the API token if one was used, and whether the account
 * still lacks the second factor that the installation requires of its role.
 */
export type Rights = { role: Role; token?: TokenScope; lacksFactor?: boolean };

/** Not writable by API tokens: a leaked one must not escalate or lock out the owner (contract §9). */
const NEVER_BY_TOKEN: readonly Subject[] = ["accounts", "ownAccount"];

/**
 * Whether an actor is allowed an action: the only authorization check, for pages, API calls and
 * records alike.
 * @param actor null for commands and jobs, which act for the operator of the server
 */
export function isAllowed(actor: Rights | null, action: Action, subject: Subject): boolean {
  if (actor === null) return true;
  const { role, token, lacksFactor } = actor;
  if (lacksFactor && subject !== "ownAccount") return false;
  if (token && subject === "ownCredentials") return false;
  if (token && action === "write" && (token === "read" || NEVER_BY_TOKEN.includes(subject))) return false;
  return RANK[role] >= RANK[leastRole(action, subject)];
}

/**
 * Throws unless the actor is allowed the action.
 * @throws AppError forbidden, second_factor_missing
 */
export function authorize(actor: Rights | null, action: Action, subject: Subject): void {
  if (isAllowed(actor, action, subject)) return;
  throw new AppError(actor?.lacksFactor ? "second_factor_missing" : "forbidden");
}
