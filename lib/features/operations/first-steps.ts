/** What a new installation needs, in the order in which it is offered (contract §9). */
export const FIRST_STEPS = ["reference", "import", "project", "accounts"] as const;

export type FirstStep = { name: (typeof FIRST_STEPS)[number]; isDone: boolean };
