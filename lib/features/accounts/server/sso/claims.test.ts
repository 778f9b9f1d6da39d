import { describe, expect, it } from "vitest";
import { areClaimsComplete, nameOf, roleOf, verifiedEmail } from "./claims";

const settings = { OIDC_ROLE_CLAIM: "roles", OIDC_ADMIN_VALUE: "a", OIDC_EDITOR_VALUE: "e", OIDC_READER_VALUE: "r" };
const at = (OIDC_ROLE_CLAIM: string) => ({ ...settings, OIDC_ROLE_CLAIM });

describe("roleOf", () => {
  it("roleOf returns the highest role whose value occurs in the claim, which is a string or a list", () => {
    expect(roleOf({ roles: ["r", "a", "e"] }, settings)).toBe("admin");
    expect(roleOf({ roles: ["r", "e"] }, settings)).toBe("editor");
    expect(roleOf({ roles: "r" }, settings)).toBe("reader");
  });

  it("roleOf returns null when no value matches exactly", () => {
    for (const roles of [undefined, null, [], "admin", "a e", "A", ["ae"], { a: true }, [["a"]], 7])
      expect(roleOf({ roles }, settings)).toBeNull();
    expect(roleOf({ roles: "r" }, { OIDC_ROLE_CLAIM: "roles", OIDC_ADMIN_VALUE: "a" })).toBeNull();
  });

  it("roleOf returns undefined without OIDC_ROLE_CLAIM", () => {
    expect(roleOf({ roles: "a" }, {})).toBeUndefined();
  });

  it("roleOf resolves a dotted path, but prefers a claim whose own name contains the dots", () => {
    expect(roleOf({ realm_access: { roles: ["e"] } }, at("realm_access.roles"))).toBe("editor");
    expect(roleOf({ "https://ph.example/roles": ["r"] }, at("https://ph.example/roles"))).toBe("reader");
    for (const realm_access of [undefined, null, "roles", []])
      expect(roleOf({ realm_access }, at("realm_access.roles"))).toBeNull();
    expect(roleOf({}, at("constructor.name"))).toBeNull();
  });
});

describe("verifiedEmail", () => {
  it("verifiedEmail returns a verified address in lower case, else null", () => {
    expect(verifiedEmail({ email: "A.B@ph.example", email_verified: true })).toBe("a.b@ph.example");
    for (const email_verified of [false, undefined, null, "true", 1])
      expect(verifiedEmail({ email: "a@ph.example", email_verified })).toBeNull();
    for (const email of [undefined, "", "no address", ["a@ph.example"], `${"a".repeat(100)}@ph.example`])
      expect(verifiedEmail({ email, email_verified: true })).toBeNull();
  });

  it("verifiedEmail accepts xms_edov only from Microsoft, and only without email_verified", () => {
    const iss = "https://login.microsoftonline.com/7f3a/v2.0";
    const email = "a@ph.example";
    for (const xms_edov of [true, "true", 1, "1"]) expect(verifiedEmail({ iss, email, xms_edov })).toBe(email);
    for (const xms_edov of [false, "false", 0, undefined]) expect(verifiedEmail({ iss, email, xms_edov })).toBeNull();
    expect(verifiedEmail({ iss: "https://login.microsoftonline.com.evil.test/", email, xms_edov: true })).toBeNull();
    expect(verifiedEmail({ iss, email, xms_edov: true, email_verified: false })).toBeNull();
  });
});

it("nameOf returns the full name, its parts joined or the email address, truncated to the maximum length", () => {
  expect(nameOf({ name: " Ada Probe " }, "a@b.example")).toBe("Ada Probe");
  expect(nameOf({ name: "", given_name: "Ada", family_name: "Probe" }, "a@b.example")).toBe("Ada Probe");
  expect(nameOf({ name: 7, family_name: "Probe" }, "a@b.example")).toBe("Probe");
  expect(nameOf({}, "a@b.example")).toBe("a@b.example");
  expect(nameOf({ name: "x".repeat(300) }, "a@b.example")).toHaveLength(100);
  expect(nameOf({ name: "\u0000" }, "a@b.example")).toBe("a@b.example");
});

it("areClaimsComplete returns false when a required claim is missing", () => {
  const claims = { email: "a", email_verified: false, name: "A" };
  expect(areClaimsComplete(claims, {})).toBe(true);
  expect(areClaimsComplete(claims, settings)).toBe(false);
  expect(areClaimsComplete({ ...claims, roles: [] }, settings)).toBe(true);
  expect(areClaimsComplete({ ...claims, email_verified: undefined }, {})).toBe(false);
  expect(areClaimsComplete({ ...claims, email_verified: undefined, xms_edov: 1 }, {})).toBe(false);
});

it("areClaimsComplete returns true for Microsoft, whose UserInfo endpoint knows no more", () => {
  expect(areClaimsComplete({ iss: "https://login.microsoftonline.com/7f3a/v2.0" }, settings)).toBe(true);
  expect(areClaimsComplete({ iss: "https://login.microsoftonline.com.evil.test/" }, settings)).toBe(false);
});
