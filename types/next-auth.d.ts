import type { User as Account } from "@/lib/store/database/client";
import type { CurrentSession } from "@/lib/sessions/session";

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
