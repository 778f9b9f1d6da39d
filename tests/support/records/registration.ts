import { call } from "../api";

/** The password of the accounts that these helpers register. */
export const PASSWORD = "ein gutes Passwort";

let number = 0;
/** Returns a new e-mail address in the domain for which the tests allow registration. */
export const newAddress = () => `neu.${(number += 1)}@ph.example`;

const formOf = (email: string, changes: Record<string, unknown> = {}) => ({
  email,
  name: "Zoë Müller",
  password: PASSWORD,
  c_password: PASSWORD,
  url: "http://localhost:3000/register",
  ...changes,
});

/** Sends a registration. */
export const register = (email: string, changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  call("POST", "/api/auth/register", { body: formOf(email, changes), headers });

/** Confirms an e-mail address with the token from the mailed link. */
export const verify = (token: string, password = PASSWORD) =>
  call("POST", `/api/auth/verify/${token}`, { body: { password } });
