/**
 * The admin account of the embedded demo and of the browser tests; it exists in no other database.
 */
export const DEMO_USER = {
  email: "admin@example.org",
  name: "Demo Admin",
  password: "kooperation",
  role: "admin",
} as const;
