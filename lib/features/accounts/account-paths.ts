/**
 * The page that lists accounts. It is not defined in `account.ts`, because pages that only link to
 * the list would then load the zod schemas of that file.
 */
export const ACCOUNTS_PATH = "/pages/users";
