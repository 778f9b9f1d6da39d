import * as z from "zod";
import { deadlineStates } from "@/lib/model/deadlines/deadline-states";
import { DEADLINE_KINDS } from "./deadlines-query";
import type { ReferenceEntry } from "@/lib/model/reference-lists/reference-lists";
import { count, isoDay, done, generated, namedSchema, pageOf, recordId, anyText } from "@/lib/model/answers/shapes";

const unit = z.enum(["days", "weeks", "months", "years"]);
const state = z.enum(deadlineStates);

const noticePeriod = z.object({
  amount: count.nullable(),
  unit: unit.nullable(),
  to: anyText
    .describe("`month`, `quarter`, `half_year`, `year`, `term`, `contract_end`, or a day of any year as `MM-DD`")
    .nullable(),
  renews: z.object({ amount: count, unit }).nullable(),
});

/** `GET /api/projects/{projekt_id}/deadlines` */
export const contractDeadlines = z.object({
  success: z.literal(true),
  data: z.object({
    notice: z.object({ text: anyText, read: noticePeriod.nullable() }),
    last_notice_day: isoDay.nullable(),
    ends_on: isoDay.nullable(),
    renews_on: isoDay.nullable(),
    days_left: z.int().describe("Days until the next deadline; negative once all are past").nullable(),
    state,
  }),
});

const member = z.object({
  ph_id: recordId,
  ...{ vorname: anyText, nachname: anyText, email: anyText },
  rollen: z.array(generated<ReferenceEntry>(namedSchema("VerknuepfungsrollenEntry"))),
});
/** A member of a project with a deadline, and the roles of the link. */
export type DeadlineMember = z.output<typeof member>;

const deadlineRow = z.object({
  projekt_id: recordId,
  projekt_titel: anyText,
  day: isoDay,
  what: z.enum(DEADLINE_KINDS),
  state,
  members: z.array(member).describe("The members to whom the project is linked now, those with leading roles first"),
});
/** One deadline of a project. */
export type DeadlineRow = z.output<typeof deadlineRow>;

/** `GET /api/deadlines` */
export const deadlineList = pageOf(deadlineRow);

const url = anyText.meta({ format: "uri" });

/** `GET /api/user/calendar` */
export const calendarAddress = z.object({ url });

/** `POST /api/user/calendar/renew` */
export const calendarAddressRenewed = done("data_updated", { url });

/** `POST /api/unsubscribe/{token}` */
export const unsubscribed = done("unsubscribed");
