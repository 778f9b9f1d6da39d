import type { User as Account } from "@/lib/server/database/client";
import type { CurrentSession } from "@/lib/server/auth/session";

declare module "next-auth" {
  interface User {
    /** The account, once a provider has authenticated the user. */
    account?: Pick<Account, "id" | "password_hash" | "factor_since">;
    /** Whether the login has shown the account's second factor. */
    byFactor?: boolean;
  }
  interface Session {
    /** Null for a guest. */
    current: CurrentSession | null;
  }
}
