import type { Role, TokenScope } from "@/lib/model/accounts/roles";
import { AppError } from "../errors/errors";

export type Action = "read" | "write";

/**
 * What a permission applies to: the records of a kind, by the kind's name, or a listed resource.
 * `ownCredentials` are an account's API tokens and the address of its calendar feed. Both replace
 * a login, so only a session with every required factor, never an API token, has access to them.
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
  | "rounds"
  | "proposals"
  | (string & {});

/** An action on a subject. */
export type Permission = readonly [Action, Subject];

const RANK: Readonly<Record<Role, number>> = { reader: 0, editor: 1, admin: 2 };

/** Returns the lowest role that may perform an action on a subject (contract §9). */
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
    case "rounds":
    case "proposals":
      return "editor";
    case "referenceLists":
      return action === "read" ? "reader" : "admin";
    default:
      return action === "read" ? "reader" : "editor";
  }
}

/**
 * Rights of an actor: the role, the scope of the API token that authenticated the request (if any),
 * and whether the account still lacks the second factor that the installation requires for its
 * role.
 */
export type Rights = { role: Role; token?: TokenScope; lacksFactor?: boolean };

/**
 * Subjects that API tokens cannot write: a leaked token must neither gain rights nor lock out its
 * owner (contract §9).
 */
const NEVER_BY_TOKEN: readonly Subject[] = ["accounts", "ownAccount"];

/**
 * Whether an actor may perform an action on a subject. Pages, API calls and record operations all
 * use this authorization check; there is no other.
 * @param actor null for commands and jobs: they act for the server's operator and may do everything
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
 * Throws unless the actor may perform the action on the subject.
 * @throws AppError forbidden, second_factor_missing
 */
export function authorize(actor: Rights | null, action: Action, subject: Subject): void {
  if (isAllowed(actor, action, subject)) return;
  throw new AppError(actor?.lacksFactor ? "second_factor_missing" : "forbidden");
}
