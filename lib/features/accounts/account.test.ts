import { describe, expect, it } from "vitest";
import { withNewPasswordRules, loginSchema, registerSchema, tooShort } from "./account";
import { validate } from "@/lib/model/values/validation";

const values = (password: string, c_password = password) => ({
  email: "a@ph.example",
  name: "Ada",
  password,
  c_password,
});

describe("new password rules", () => {
  const schema = withNewPasswordRules(registerSchema, tooShort(12));

  it("requires the minimum length of the installation", () => {
    expect(validate(schema, values("elf Zeichen")).errors).toEqual({ password: ["min"] });
    expect(validate(schema, values("zwölf Zeichen")).errors).toBeNull();
  });

  it("reports the minimum length beside other errors, but not for a value that is no password", () => {
    const { email, ...rest } = values("elf Zeichen", "etwas anderes");
    expect(validate(schema, rest).errors).toEqual({ email: ["required"], password: ["min"], c_password: ["mismatch"] });
    expect(validate(schema, values("")).errors).toEqual({ password: ["required"], c_password: ["required"] });
    expect(validate(schema, { ...values("x"), password: 7 }).errors).toMatchObject({ password: ["type"] });
    expect(email).toBeTruthy();
  });

  it("leaves the rules of the login unchanged", () => {
    expect(validate(loginSchema, { email: "a@ph.example", password: "123456" }).errors).toBeNull();
  });
});
