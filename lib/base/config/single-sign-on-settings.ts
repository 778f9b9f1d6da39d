import { z } from "zod";
import { isLoopback } from "./loopback";
import { pushAll } from "@/lib/model/pure/long-lists";

/** Settings of the identity provider (contract §9), named as their environment variables. */
export type SingleSignOnSettings = {
  OIDC_ISSUER?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  OIDC_NAME?: string;
  OIDC_ROLE_CLAIM?: string;
  OIDC_ADMIN_VALUE?: string;
  OIDC_EDITOR_VALUE?: string;
  OIDC_READER_VALUE?: string;
  PASSWORD_LOGIN: boolean;
};
type Name = keyof SingleSignOnSettings;

/**
 * Whether an address is safe from forged responses on the network: it uses https, or is this
 * machine.
 */
export function isSafe(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback(hostname);
}

const MULTI_TENANT_ISSUER = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)(\/|$)/i;

/** Parses OIDC_ISSUER. Normalizes the address, because it is part of the identity of accounts. */
export const identityProviderAddress = z
  .url({ protocol: /^https?$/, error: "must be the https address of the provider", abort: true })
  .refine(isSafe, "must be an https address")
  // At a multi-tenant issuer, the owner of any tenant could log in with any role.
  .refine((address) => !MULTI_TENANT_ISSUER.test(address), "must name your own tenant, not all tenants")
  .transform((address) => new URL(address).href);

/** Algorithms of id tokens. All are asymmetric, because the app also knows the client secret. */
export const ID_TOKEN_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];

const REQUIRED_TOGETHER: readonly Name[] = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"];
const ROLE_VALUES: readonly Name[] = ["OIDC_ADMIN_VALUE", "OIDC_EDITOR_VALUE", "OIDC_READER_VALUE"];

/** Returns the settings that are missing or inconsistent, each with an error message. */
export function singleSignOnErrors(values: SingleSignOnSettings): { name: Name; message: string }[] {
  const isSet = (name: Name) => values[name] !== undefined;
  const configured = REQUIRED_TOGETHER.filter(isSet);
  const errors: { name: Name; message: string }[] = [];
  if (configured.length > 0) {
    const message = `is required with ${configured.join(", ")}: single sign-on needs all four of ${REQUIRED_TOGETHER.join(", ")}`;
    const missing = REQUIRED_TOGETHER.filter((name) => !isSet(name));
    pushAll(
      errors,
      missing.map((name) => ({ name, message })),
    );
  }
  if (isSet("OIDC_ROLE_CLAIM") !== ROLE_VALUES.some(isSet)) {
    errors.push({
      name: "OIDC_ROLE_CLAIM",
      message: `and at least one of ${ROLE_VALUES.join(", ")} need each other: the name of the claim, and its values for roles`,
    });
  }
  const needsProvider: Name[] = isSet("OIDC_ROLE_CLAIM") ? ["OIDC_ROLE_CLAIM"] : [];
  if (!values.PASSWORD_LOGIN) needsProvider.push("PASSWORD_LOGIN");
  if (configured.length === 0) {
    const message = "means nothing without single sign-on: set OIDC_ISSUER, too";
    pushAll(
      errors,
      needsProvider.map((name) => ({ name, message })),
    );
  }
  return errors;
}
