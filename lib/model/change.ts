/** Where changes come from (contract §8). */
export const CHANGE_SOURCES = ["app", "token", "import", "job", "command", "round", "file"] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];

/** The actions in the history (contract §8). */
export const ACTIONS = ["create", "update", "delete", "link", "unlink"] as const;
export type ChangeAction = (typeof ACTIONS)[number];
