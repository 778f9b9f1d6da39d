import { NAME_MAX_LENGTH } from "../../../limits";
import { accountSchema, type Role } from "@/lib/records/accounts/account";

type Claims = Readonly<Record<string, unknown>>;

/** What the settings say of roles. */
export type RoleSettings = {
  OIDC_ROLE_CLAIM?: string;
  OIDC_ADMIN_VALUE?: string;
  OIDC_EDITOR_VALUE?: string;
  OIDC_READER_VALUE?: string;
};

/** A claim by its name, or by the way into what is nested: `realm_access.roles`. A name that has dots itself comes first. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split(".").reduce<unknown>((value, part) => {
    const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Claims)[part] : undefined;
  }, claims);
}

/**
 * The role that the provider gives somebody: the highest of those whose value the claim has, a text or a list.
 * @returns undefined where the installation does not ask the provider; null where no value matches
 */
export function roleOf(claims: Claims, settings: RoleSettings): Role | null | undefined {
  if (settings.OIDC_ROLE_CLAIM === undefined) return undefined;
  const claim = claimOf(claims, settings.OIDC_ROLE_CLAIM);
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const has = (value: string | undefined) => value !== undefined && values.includes(value);
  if (has(settings.OIDC_ADMIN_VALUE)) return "admin";
  if (has(settings.OIDC_EDITOR_VALUE)) return "editor";
  return has(settings.OIDC_READER_VALUE) ? "reader" : null;
}

const MICROSOFT = "https://login.microsoftonline.com/";

/**
 * Whether the provider answers for an address: everybody says `email_verified`, and only true is true. Microsoft alone says
 * `xms_edov` instead, as true, 1 or a text of these.
 */
function isVerified({ iss, email_verified, xms_edov }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true;
  return String(iss).startsWith(MICROSOFT) && ["true", "1"].includes(String(xms_edov));
}

/** The address that the provider answers for, as accounts carry it; null where there is none. */
export function verifiedEmail(claims: Claims): string | null {
  const { success, data } = accountSchema.shape.email.safeParse(claims.email);
  return success && isVerified(claims) ? data.toLowerCase() : null;
}

/** What somebody is called; his address where the provider says no name. */
export function nameOf(claims: Claims, email: string): string {
  const names = [claims.name, [claims.given_name, claims.family_name].filter(Boolean).join(" "), email];
  const name = names.find((text): text is string => accountSchema.shape.name.safeParse(cut(text)).success);
  return accountSchema.shape.name.parse(cut(name));
}

const cut = (text: unknown) => (typeof text === "string" ? text.trim().slice(0, NAME_MAX_LENGTH) : text);

/** Whether the claims say all that is asked of somebody, or the provider may know more. */
export function isAllSaid(claims: Claims, { OIDC_ROLE_CLAIM }: RoleSettings): boolean {
  const isSaid = (name: string) => claimOf(claims, name) !== undefined;
  const isRoleSaid = OIDC_ROLE_CLAIM === undefined || isSaid(OIDC_ROLE_CLAIM);
  return isSaid("email") && isSaid("name") && (isSaid("email_verified") || isSaid("xms_edov")) && isRoleSaid;
}
