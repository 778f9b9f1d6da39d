/** The pages that everybody reaches without a login (contract §9); their addresses are German in both languages. */
export const LEGAL_PAGES = ["impressum", "datenschutz", "barrierefreiheit"] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];
