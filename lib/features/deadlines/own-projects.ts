import type { DeadlineKind } from "./deadlines-query";

/** A project of a member, with the names of its status and its next deadline, if any. */
export type OwnProject = {
  projekt_id: number;
  projekt_titel: string;
  status_de: string;
  status_en: string;
  day: string | null;
  what: DeadlineKind | null;
};

/** The first projects of a member, and the number of all; `member` is null if no member has the user's address. */
export type OwnProjects = { member: number | null; projects: OwnProject[]; total: number };
