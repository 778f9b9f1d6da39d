import type { FactEntry } from "../kinds/derived-facts";

/**
 * The deadline states of projects (contract §11), most urgent first. The database stores their ids,
 * which must never change.
 */
export const DEADLINE_STATES = [
  { id: 1, state: "over", name_de: "abgelaufen", name_en: "expired" },
  { id: 2, state: "soon", name_de: "bald fällig", name_en: "due soon" },
  { id: 3, state: "unread", name_de: "nicht erkannt", name_en: "not recognized" },
  { id: 4, state: "open", name_de: "später fällig", name_en: "due later" },
  { id: 5, state: "any_time", name_de: "jederzeit kündbar", name_en: "terminable at any time" },
  { id: 6, state: "none", name_de: "keine Frist", name_en: "no deadline" },
] as const satisfies readonly (FactEntry & { state: string })[];

export type DeadlineState = (typeof DEADLINE_STATES)[number]["state"];

export const deadlineStates = DEADLINE_STATES.map(({ state }) => state);

/** Returns the id of a state. */
export const stateNumber = (state: DeadlineState): number =>
  DEADLINE_STATES.find((entry) => entry.state === state)?.id ?? 0;

/**
 * Returns the state with an id.
 * @throws Error for an unknown id
 */
export function stateNumbered(id: number): DeadlineState {
  const entry = DEADLINE_STATES.find((candidate) => candidate.id === id);
  if (!entry) throw new Error(`No deadline state has the number ${id}`);
  return entry.state;
}
