/** The account of the embedded demo and of the browser tests, and of no other database. */
/** Whom the demo is shown to: an admin, who sees everything. */
export const DEMO_USER = {
  email: "admin@example.org",
  name: "Demo Admin",
  password: "kooperation",
  role: "admin",
} as const;
