import { deadlineStates } from "@/lib/records/deadlines/deadline-states";
import { DEADLINE_KINDS } from "@/lib/records/deadlines/deadlines-query";
import { linkListOf } from "@/lib/records/kinds/relations";
import { recordId } from "../../field-schemas";
import { exactObject, listOf, orNull, type Schema } from "../../json-schema";
import { queryParameter } from "../../list-parameters";
import { linkValueSchema } from "../../record-schemas";

const text: Schema = { type: "string" };
export const day: Schema = { ...text, format: "date" };
const period = {
  amount: { type: "integer", minimum: 0 },
  unit: { enum: ["days", "weeks", "months", "years"] },
};
const reading = exactObject({
  amount: orNull(period.amount),
  unit: orNull(period.unit),
  to: orNull({
    ...text,
    description: "`month`, `quarter`, `half_year`, `year`, `term`, `contract_end`, or a day of any year as `MM-DD`",
  }),
  renews: orNull(exactObject(period)),
});
const state: Schema = { enum: deadlineStates };

/** The query parameters that filter deadlines, for the list and for calendar feeds. */
export const deadlineFilters = [
  queryParameter("state", "Only projects in any of these states.", { type: "array", items: state }),
  queryParameter("member", "Only projects with any of these members.", { type: "array", items: recordId }),
  queryParameter("topics", "Only projects with any of these thematic fields.", { type: "array", items: recordId }),
];

/** The notice period parsed from a project's contract, and its deadlines. */
export const contractDeadlines = exactObject({
  notice: exactObject({ text, read: orNull(reading) }),
  last_notice_day: orNull(day),
  ends_on: orNull(day),
  renews_on: orNull(day),
  days_left: orNull({ type: "integer", description: "Days until the next deadline; negative once all are past" }),
  state,
});

/** A deadline of one project. */
export const deadlineRow = exactObject({
  projekt_id: recordId,
  projekt_titel: text,
  day,
  what: { enum: DEADLINE_KINDS },
  state,
  members: {
    ...listOf(
      exactObject({
        ...{ ph_id: recordId, vorname: text, nachname: text, email: text },
        rollen: linkValueSchema("rollen", linkListOf("project", "hochschulmitglieder").relation),
      }),
    ),
    description: "The members to whom the project is linked now, those with leading roles first",
  },
});
