/**
 * The projects that are never active because it is not known when they were finished (contract §17): the
 * flags of their statuses, and the field that is empty.
 */
export const UNKNOWN_END = { flags: { beendet: true, nie_aktiv: false }, field: "aktiv_bis" } as const;
