import type { NextResponse } from "next/server";
import { isSecure } from "./bearer-token";

/**
 * Returns the name and attributes of a cookie that scripts cannot read. Under https, the prefix
 * `__Host-` prevents other hosts from setting the cookie.
 */
export function hostCookie(name: string, maxAge?: number) {
  const secure = isSecure();
  const options = { httpOnly: true, sameSite: "lax", secure, path: "/", maxAge } as const;
  return { name: secure ? `__Host-${name}` : name, options };
}

/** Deletes a cookie in the browser. */
export function clearCookie(response: NextResponse, { name, options }: ReturnType<typeof hostCookie>): void {
  response.cookies.set(name, "", { ...options, maxAge: 0 });
}
