"use client";

import { LoginForm } from "./login-form";

/** The form of the login page; afterwards it leads to where the reader wanted. */
export function LoginPanel({ next }: { next: string }) {
  // A full load, so that nothing that was prepared for a guest stays in memory.
  return <LoginForm onLoggedIn={() => window.location.assign(next)} />;
}
