import { zodResolver } from "@hookform/resolvers/zod";
import { loginSchema } from "@/lib/records/account";

/** Checks the login form with the schema that the route uses, too. Loaded when something has been typed. */
export const loginResolver = zodResolver(loginSchema);
