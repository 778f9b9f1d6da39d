import * as z from "zod";
import { RECIPIENT_SOURCES, confirmableKinds, RECIPIENT_STATES, ROUND_STATUSES } from "./round";
import { count, isoDay, done, moment, pageOf, recordId, anyText } from "@/lib/model/answers/shapes";

const kind = z.enum(confirmableKinds().map(({ apiPath }) => apiPath));

const counts = z.object({
  recipients: count,
  records: count.describe("Records about which at least one recipient is asked"),
  ...{ confirmed: count, changed: count, ended: count, not_mine: count },
  open: count.describe("Records without an answer"),
});
/**
 * The counts of a round. Records with answers of two recipients count once, by the latest answer;
 * `open` records have none.
 */
export type RoundCounts = z.output<typeof counts>;

const roundProperties = {
  runde_id: recordId,
  titel_de: anyText,
  titel_en: anyText,
  kind: kind.describe("The first segment of the kind's API paths"),
  query: anyText.describe("Query parameters of the kind's list; days may be relative: `today`, `today-12m`"),
  an: z.enum(RECIPIENT_SOURCES),
  felder: z.array(anyText).describe("What recipients see and may change"),
  text_de: anyText.describe("May contain {name}, {titel}, {anzahl} and {faellig_am}"),
  text_en: anyText,
  faellig_am: isoDay,
  status: z.enum(ROUND_STATUSES),
};

const countedRound = z.object({ ...roundProperties, counts });
/** A round with its counts. */
export type CountedRound = z.output<typeof countedRound>;
export type Round = Omit<CountedRound, "counts">;

const listedRound = z.object({ ...roundProperties, counts: counts.nullable() });
/** A round in a list; the counts of a draft are null. */
export type ListedRound = z.output<typeof listedRound>;

const recipient = z.object({
  email: anyText,
  name: anyText.describe("The names of all who have the address"),
  records: count,
  state: z.enum(RECIPIENT_STATES),
  answered_at: moment.nullable(),
  declined_before: z.boolean().describe("Whether the address has declined in an earlier round"),
});
/** A recipient of a round, with the number of records about which the recipient is asked. */
export type Recipient = z.output<typeof recipient>;

const withoutAddress = z.object({
  kind,
  id: recordId,
  label: anyText,
  reason: z.enum(["none", "shared"]).describe("`shared`: several records have the address"),
});
/** A record without a recipient: there is no address, or several records share it. */
export type WithoutAddress = z.output<typeof withoutAddress>;

const preview = z.object({ to: anyText, subject: anyText, text: anyText, html: anyText, page: anyText });
/** A mail and a page as a recipient sees them, as texts and HTML documents. */
export type RecipientPreview = z.output<typeof preview>;

/** `GET /api/rounds` */
export const roundList = pageOf(listedRound);

/** `POST /api/rounds/new` */
export const createdRound = done("data_saved", { runde_id: recordId });

/** `GET /api/rounds/{runde_id}` */
export const foundRound = z.object({ success: z.literal(true), data: countedRound });

/** `PUT /api/rounds/{runde_id}`, and the answer to its end */
export const roundUpdated = done("data_updated");

/** `DELETE /api/rounds/{runde_id}` */
export const roundDeleted = done("data_deleted");

/** `GET /api/rounds/{runde_id}/recipients` */
export const recipientList = pageOf(recipient).extend({ without_address: z.array(withoutAddress) });

/** `GET /api/rounds/{runde_id}/preview` */
export const recipientPreview = z.object({ success: z.literal(true), data: preview });

/** `POST /api/rounds/{runde_id}/start` and `POST /api/rounds/{runde_id}/remind` */
export const roundMails = done("data_updated", { mails: count.describe("Number of mails that are sent") });
