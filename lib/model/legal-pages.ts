/** Pages that are public without a login (contract §9); their URLs are German in both languages. */
export const LEGAL_PAGES = ["impressum", "datenschutz", "barrierefreiheit"] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];
