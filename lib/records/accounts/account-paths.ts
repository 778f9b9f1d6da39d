/** The page that lists accounts. Apart from `account.ts`, whose schemas the pages that only link to it do not need. */
export const ACCOUNTS_PATH = "/pages/users";
