/** The heading of a page before the login. */
export function AuthTitle({ children }: { children: string }) {
  return <h1 className="text-3xl font-bold tracking-[-0.015em]">{children}</h1>;
}
