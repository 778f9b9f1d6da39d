import { NAME_MAX_LENGTH } from "@/lib/model/limits";
import type { Role } from "@/lib/model/accounts/roles";
import { accountSchema } from "../../account";
import type { Identity } from "./account-linking";

type Claims = Readonly<Record<string, unknown>>;
/** The provider's claims about a user, from the id token and the UserInfo endpoint. */
export type IdentityClaims = Claims & { sub: string };

/** Settings of the claim that assigns roles: its name, and the value for each role. */
export type RoleSettings = {
  OIDC_ROLE_CLAIM?: string;
  OIDC_ADMIN_VALUE?: string;
  OIDC_EDITOR_VALUE?: string;
  OIDC_READER_VALUE?: string;
};

/**
 * Returns a claim by its name or by a dotted path (`realm_access.roles`). A claim whose own name
 * contains the dots takes precedence.
 */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split(".").reduce<unknown>((value, part) => {
    const isObject = typeof value === "object" && value !== null && Object.hasOwn(value, part);
    return isObject ? (value as Claims)[part] : undefined;
  }, claims);
}

/**
 * Returns the role that the provider assigns: the highest role whose value occurs in the role
 * claim, which is a string or a list.
 * @returns undefined when the installation does not take roles from the provider; null when no
 * value matches
 */
export function roleOf(claims: Claims, settings: RoleSettings): Role | null | undefined {
  if (settings.OIDC_ROLE_CLAIM === undefined) return undefined;
  const claim = claimOf(claims, settings.OIDC_ROLE_CLAIM);
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const hasValue = (value: string | undefined) => value !== undefined && values.includes(value);
  if (hasValue(settings.OIDC_ADMIN_VALUE)) return "admin";
  if (hasValue(settings.OIDC_EDITOR_VALUE)) return "editor";
  return hasValue(settings.OIDC_READER_VALUE) ? "reader" : null;
}

const isMicrosoft = ({ iss }: Claims) => String(iss).startsWith("https://login.microsoftonline.com/");

/**
 * Returns whether the provider has verified the email address, that is, `email_verified` is `true`.
 * Microsoft sends `xms_edov` instead, as true, 1, "true" or "1"; other providers' `xms_edov` is
 * ignored.
 */
function isVerified({ email_verified, xms_edov, ...claims }: Claims): boolean {
  if (email_verified !== undefined) return email_verified === true;
  return isMicrosoft(claims) && ["true", "1"].includes(String(xms_edov));
}

/**
 * Returns the verified email address in lower case, as accounts store it; null when the claims
 * contain no valid, verified address.
 */
export function verifiedEmail(claims: Claims): string | null {
  const { success, data } = accountSchema.shape.email.safeParse(claims.email);
  return success && isVerified(claims) ? data.toLowerCase() : null;
}

/** Returns the user's name; the email address when the provider sends no name. */
export function nameOf(claims: Claims, email: string): string {
  const names = [claims.name, [claims.given_name, claims.family_name].filter(Boolean).join(" "), email];
  const name = names.find((text): text is string => accountSchema.shape.name.safeParse(truncated(text)).success);
  return accountSchema.shape.name.parse(truncated(name));
}

const truncated = (text: unknown) => (typeof text === "string" ? text.trim().slice(0, NAME_MAX_LENGTH) : text);

/**
 * Returns whether the claims include everything that a login needs; if not, the UserInfo endpoint
 * may provide the rest.
 */
export function areClaimsComplete(claims: Claims, { OIDC_ROLE_CLAIM }: RoleSettings): boolean {
  // Microsoft's UserInfo endpoint, which is Microsoft Graph, knows no more than the id token.
  if (isMicrosoft(claims)) return true;
  const hasClaim = (name: string) => claimOf(claims, name) !== undefined;
  const hasRoleClaim = OIDC_ROLE_CLAIM === undefined || hasClaim(OIDC_ROLE_CLAIM);
  return hasClaim("email") && hasClaim("name") && hasClaim("email_verified") && hasRoleClaim;
}

/** Returns the user whom the claims describe. */
export function identityOf(claims: IdentityClaims, settings: RoleSettings & { OIDC_ISSUER: string }): Identity {
  const email = verifiedEmail(claims);
  const name = nameOf(claims, email ?? claims.sub);
  return { issuer: settings.OIDC_ISSUER, subject: claims.sub, email, name, role: roleOf(claims, settings) };
}
