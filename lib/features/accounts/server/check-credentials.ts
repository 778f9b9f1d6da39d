import { verifyPassword } from "@/lib/sessions/password";
import { db } from "@/lib/store/database/client";
import { throttlePassword } from "@/lib/store/limits/login-throttle";

/**
 * Checks the password that was entered for an email address. Neither the response nor its timing
 * reveals whether the address is unknown, the password wrong or the account disabled (contract §5).
 * @returns the account of the address, if there is one, and whether it may log in with the password
 * @throws AppError too_many_requests
 */
export async function checkCredentials(address: string, password: string, client: string) {
  const email = address.toLowerCase();
  // Starts the query here, so that it runs while the login throttle reserves the attempt.
  const found = (async () => db().user.findUnique({ where: { email } }))();
  const check = async () => {
    const user = await found;
    const matches = await verifyPassword(password, user?.password_hash ?? null);
    return matches && !user?.disabled_at;
  };
  const [user, opens] = await Promise.all([found, throttlePassword(email, client, check)]);
  return { user, opens };
}
