/**
 * The page that lists accounts. Not in `account.ts`, so that pages that only link to it do not load
 * its schemas.
 */
export const ACCOUNTS_PATH = "/pages/users";
