import { LazyFinishButtons } from "@/components/deadlines/lazy-finish-buttons";
import { stateNumber } from "@/lib/records/deadline-states";
import { findFinishedStatuses } from "@/lib/server/deadlines/find-deadlines";
import { isAllowed } from "@/lib/server/permissions";
import type { RemediesOf } from "../record-list-page";

/** What closes the projects of a list that are over, by their keys. */
export const projectRemedies: RemediesOf = async (context, rows) => {
  const over = rows.filter((row) => row.fristenstand === stateNumber("over"));
  if (over.length === 0 || !isAllowed(context.actor, "write", "project")) return {};
  const statuses = (await findFinishedStatuses(context)).slice(0, 1);
  const remedyOf = ({ projekt_id, projekt_titel }: (typeof over)[number]) => (
    <LazyFinishButtons id={Number(projekt_id)} label={String(projekt_titel)} statuses={statuses} isShort />
  );
  return Object.fromEntries(over.map((row) => [Number(row.projekt_id), remedyOf(row)]));
};
