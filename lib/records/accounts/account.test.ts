import { describe, expect, it } from "vitest";
import { choosing, loginSchema, registerSchema, tooShort } from "./account";
import { validate } from "../values/validation";

const values = (password: string, c_password = password) => ({
  email: "a@ph.example",
  name: "Ada",
  password,
  c_password,
});

describe("a form by which somebody chooses a password", () => {
  const schema = choosing(registerSchema, tooShort(12));

  it("wants as many characters as the installation does", () => {
    expect(validate(schema, values("elf Zeichen")).errors).toEqual({ password: ["min"] });
    expect(validate(schema, values("zwölf Zeichen")).errors).toBeNull();
  });

  it("says it with whatever else is wrong, and nothing of what is no password at all", () => {
    const { email, ...rest } = values("elf Zeichen", "etwas anderes");
    expect(validate(schema, rest).errors).toEqual({ email: ["required"], password: ["min"], c_password: ["mismatch"] });
    expect(validate(schema, values("")).errors).toEqual({ password: ["required"], c_password: ["required"] });
    expect(validate(schema, { ...values("x"), password: 7 }).errors).toMatchObject({ password: ["type"] });
    expect(email).toBeTruthy();
  });

  it("leaves logging in as it was", () => {
    expect(validate(loginSchema, { email: "a@ph.example", password: "123456" }).errors).toBeNull();
  });
});
