import { expect, it } from "vitest";
import { newPasswordError } from "./new-password";

it.each([
  ["12345", 6, "min"],
  ["123456", 6, "common"],
  ["PassWord1", 6, "common"],
  ["QWERTZUIOP", 6, "common"],
  ["kooperation", 6, null],
  ["kooperation", 12, "min"],
  ["vier Wörter sind lang", 12, null],
])("reports for %s, with a minimum length of %i, the error %s", (password, min, error) => {
  expect(newPasswordError(password, min)).toBe(error);
});
