import { call } from "../api";

/** The password of registrations by these helpers. */
export const PASSWORD = "ein gutes Passwort";

let number = 0;
/** Returns an address of the domain that the tests allow to register. */
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

/** Confirms an address with the token of its link. */
export const verify = (token: string, password = PASSWORD) =>
  call("POST", `/api/auth/verify/${token}`, { body: { password } });
