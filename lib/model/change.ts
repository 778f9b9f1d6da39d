/** Where changes come from (contract §8). */
export const CHANGE_SOURCES = ["app", "token", "import", "job", "command", "round", "file"] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** What is done to records, and to reference entries, accounts and files (contract §8). */
export const RECORD_ACTIONS = ["create", "update", "delete", "link", "unlink"] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

/** What is done to rounds besides changes of their status (contract §15). */
const ROUND_ACTIONS = ["reminded", "renewed"] as const;

/** The actions in the history. */
export const ACTIONS = [...RECORD_ACTIONS, ...ROUND_ACTIONS] as const;
export type ChangeAction = (typeof ACTIONS)[number];

/** The `kind` of confirmation rounds in the history. */
export const ROUND_KIND = "rounds";
