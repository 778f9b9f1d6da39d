import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "@/lib/sessions/password";

it("hashPassword uses bcrypt at cost 12, and verifyPassword accepts only the hashed password", async () => {
  const hash = await hashPassword("kooperation");
  expect(hash).toMatch(/^\$2b\$12\$/);
  expect(await verifyPassword("kooperation", hash)).toBe(true);
  expect(await verifyPassword("Kooperation", hash)).toBe(false);
  expect(await verifyPassword("no account has this password", null)).toBe(false);
});
