/** The account of the embedded demo and of the browser tests, and of no other database. */
export const DEMO_USER = { email: "admin@example.org", name: "Demo Admin", password: "kooperation" };
