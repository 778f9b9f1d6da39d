import * as z from "zod";
import {
  createdRound,
  foundRound,
  recipientList,
  recipientPreview,
  roundDeleted,
  roundList,
  roundMails,
  roundUpdated,
} from "../round-answers";
import { cleanUpTo } from "@/lib/model/pure/clean-text";
import { BULK_QUERY_MAX_LENGTH, LIST_MAX_IDS } from "@/lib/model/limits";
import { missing } from "@/lib/model/fields/field";
import { isCalendarDate } from "@/lib/model/fields/day";
import { isStorable } from "@/lib/model/fields/text";
import { listUpTo } from "@/lib/model/values/list-up-to";
import { toPage } from "@/lib/model/lists/list-query";
import { oneOf, readSingle, pageReaders, readQuery, type PageRequest } from "@/lib/model/lists/query-reader";
import { RECIPIENT_SOURCES, confirmableKinds, RECIPIENT_STATES, type RecipientState } from "../round";
import { AppError, invalid } from "@/lib/base/errors/errors";
import { closeRound, remindRound, renewLink, startRound } from "../server/control-round";
import { getCountedRound, listRecipients, listRounds, previewRound } from "../server/rounds";
import { createRound, deleteRound, updateRound } from "../server/save-round";
import { pageParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { pathId, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";

const TITLE_MAX = 200;
const TEXT_MAX = 5_000;
const EMAIL_MAX = 255;
const FIELDS_MAX = 100;
/** Maximum length of a round's query: that of a list, limited to as many ids as a list can be. */
const QUERY_MAX = BULK_QUERY_MAX_LENGTH + LIST_MAX_IDS * 11;

/** Reports a missing value as `required`, and one of another type with the given code. */
const requiredOr = (code: string, isMissing = missing) => ({
  error: ({ input }: { input?: unknown }) => (isMissing(input) ? "required" : code),
});
const words = (max: number, clean = (text: string) => text) =>
  z
    .string(requiredOr("type"))
    .overwrite((text) => clean(text))
    .refine(isStorable, { error: "type" })
    .refine((text) => text.length <= max, { error: "max" });
const filled = (max: number) => words(max, (text) => cleanUpTo(text, max)).min(1, { error: "required" });

const values = {
  titel_de: filled(TITLE_MAX),
  titel_en: filled(TITLE_MAX),
  kind: z.string(requiredOr("type")).refine((kind) => confirmableKinds().some(({ apiPath }) => apiPath === kind), {
    error: "exists",
  }),
  query: words(QUERY_MAX).default(""),
  an: z.enum(RECIPIENT_SOURCES, requiredOr("exists")),
  felder: listUpTo(words(FIELDS_MAX), FIELDS_MAX, { missing: "required" }),
  text_de: filled(TEXT_MAX),
  text_en: filled(TEXT_MAX),
  faellig_am: z.string(requiredOr("date", (day) => day === undefined)).refine(isCalendarDate, { error: "date" }),
};
/** Further values of a loaded round: ignored, so that it can be sent back unchanged. */
const unread = z.unknown().optional();
const ignored = { runde_id: unread, status: unread, counts: unread };
/** Reads `titel` as the title in each language that has none. */
const withTitles = z.transform((body: unknown) => {
  if (typeof body !== "object" || body === null || !("titel" in body)) return body;
  const { titel, ...rest } = body;
  return { titel_de: titel, titel_en: titel, ...rest };
});
const newRoundSchema = z.pipe(withTitles, z.strictObject({ ...values, ...ignored }));
const roundSchema = z.pipe(withTitles, z.strictObject({ ...values, query: words(QUERY_MAX), ...ignored }).partial());

function readPage<Query extends PageRequest>(
  readers: Parameters<typeof readQuery<Query>>[0],
  parameters: URLSearchParams,
): Query {
  const { query, errors } = readQuery<Query>(readers, parameters);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return query;
}

/** Contract §15. */
export const rounds = routes({
  GET: route({
    path: "/rounds",
    id: "listRounds",
    tag: "rounds",
    summary: "List confirmation rounds",
    description: "The newest first, each with the counts of its answers; those of drafts are null.",
    access: ["read", "rounds"],
    parameters: pageParameters("Rounds"),
    answers: {
      success: { description: "One page of rounds", schema: roundList },
      refusals: ["validation_failed", "too_many_requests"],
    },
  }).handle(async ({ context, url }) => {
    const query = readPage<PageRequest>(pageReaders, url.searchParams);
    const { rows, total } = await listRounds(context, query);
    return toPage(rows, total, query, url);
  }),
});

export const newRound = routes({
  POST: route({
    path: "/rounds/new",
    id: "createRound",
    tag: "rounds",
    summary: "Create a confirmation round",
    description: "Saves a draft: no mail is sent before it is started. At most 5,000 records.",
    access: ["write", "rounds"],
    body: newRoundSchema,
    answers: { success: { status: 201, description: "Saved", schema: createdRound } },
  }).handle(async ({ context, body: { runde_id: _id, status: _status, counts: _counts, ...body } }) => {
    return { success: true, message: "data_saved", runde_id: await createRound(context, body) };
  }),
});

export const oneRound = routes({
  GET: route({
    path: "/rounds/{runde_id}",
    id: "readRound",
    tag: "rounds",
    summary: "Read a confirmation round",
    description:
      "With the counts of its answers: a record about which two recipients were asked counts once, by the latest answer. For a draft, they count what it would ask now.",
    access: ["read", "rounds"],
    answers: {
      success: { description: "The round", schema: foundRound },
      refusals: ["data_not_found", "too_many_requests"],
    },
  }).handle(async ({ context, params }) => {
    return { success: true, data: await getCountedRound(context, pathId(params, "runde_id")) };
  }),
  PUT: route({
    path: "/rounds/{runde_id}",
    id: "updateRound",
    tag: "rounds",
    summary: "Change a draft",
    description: "Only while the round has not been started. Fields that are left out keep their values.",
    access: ["write", "rounds"],
    body: roundSchema,
    answers: {
      success: { description: "Changed", schema: roundUpdated },
      refusals: ["data_not_found", "round_started"],
    },
  }).handle(async ({ context, params, body: { runde_id: _id, status: _status, counts: _counts, ...changes } }) => {
    await updateRound(context, pathId(params, "runde_id"), changes);
    return { success: true, message: "data_updated" };
  }),
  DELETE: route({
    path: "/rounds/{runde_id}",
    id: "deleteRound",
    tag: "rounds",
    summary: "Delete a confirmation round",
    description:
      "A draft, or a closed round with its recipients, answers and proposals; of accepted ones the decision stays.",
    access: ["write", "rounds"],
    answers: {
      success: { description: "Deleted", schema: roundDeleted },
      refusals: ["data_not_found", "round_started"],
    },
  }).handle(async ({ context, params }) => {
    await deleteRound(context, pathId(params, "runde_id"));
    return { success: true, message: "data_deleted" };
  }),
});

export const roundRecipients = routes({
  GET: route({
    path: "/rounds/{runde_id}/recipients",
    id: "listRoundRecipients",
    tag: "rounds",
    summary: "List the recipients of a round",
    description:
      "By name: those that a draft would have now, or those that were fixed at the start, without an answer first. `without_address` lists the records without a recipient.",
    access: ["read", "rounds"],
    parameters: [
      ...pageParameters("Recipients"),
      queryParameter("state", "Only recipients in this state.", { type: "string", enum: RECIPIENT_STATES }),
    ],
    answers: {
      success: { description: "One page of recipients", schema: recipientList },
      refusals: ["data_not_found", "validation_failed", "too_many_requests"],
    },
  }).handle(async ({ context, params, url }) => {
    const readers = { ...pageReaders, state: readSingle(oneOf(RECIPIENT_STATES)) };
    const query = readPage<PageRequest & { state?: RecipientState }>(readers, url.searchParams);
    const { rows, total, without_address } = await listRecipients(context, pathId(params, "runde_id"), query);
    return { ...toPage(rows, total, query, url), without_address };
  }),
});

export const roundPreview = routes({
  GET: route({
    path: "/rounds/{runde_id}/preview",
    id: "previewRound",
    tag: "rounds",
    summary: "Preview the mail and the page of a recipient",
    description: "As this recipient will see them, but without a valid link. Not found if the round has no recipient.",
    access: ["read", "rounds"],
    parameters: [
      queryParameter("email", "The recipient's address; by default the first recipient.", { type: "string" }),
    ],
    answers: {
      success: { description: "The mail and the page", schema: recipientPreview },
      refusals: ["data_not_found", "validation_failed", "too_many_requests"],
    },
  }).handle(async ({ context, params, url }) => {
    const [email, ...more] = url.searchParams.getAll("email");
    if (more.length > 0 || (email !== undefined && !isStorable(email))) throw invalid({ email: ["type"] });
    const data = await previewRound(context, pathId(params, "runde_id"), email === "" ? undefined : email);
    if (!data) throw new AppError("data_not_found");
    return { success: true, data };
  }),
});

export const startOfRound = routes({
  POST: route({
    path: "/rounds/{runde_id}/start",
    id: "startRound",
    tag: "rounds",
    summary: "Start a round",
    description:
      "Fixes the recipients and sends each one mail. Refused where the due day is past (`faellig_am`: `min`) or there are no recipients (`query`: `min`).",
    access: ["write", "rounds"],
    answers: {
      success: { description: "Started", schema: roundMails },
      refusals: ["data_not_found", "round_started", "validation_failed"],
    },
  }).handle(async ({ context, params }) => {
    return { success: true, message: "data_updated", mails: await startRound(context, pathId(params, "runde_id")) };
  }),
});

export const reminderOfRound = routes({
  POST: route({
    path: "/rounds/{runde_id}/remind",
    id: "remindRound",
    tag: "rounds",
    summary: "Remind those without an answer",
    description:
      "At most once a day. Those who declined are not reminded; those whose first mail failed are sent it again.",
    access: ["write", "rounds"],
    answers: {
      success: { description: "Reminded", schema: roundMails },
      refusals: ["data_not_found", "round_not_running", "too_many_requests"],
    },
  }).handle(async ({ context, params }) => {
    return { success: true, message: "data_updated", mails: await remindRound(context, pathId(params, "runde_id")) };
  }),
});

export const renewalOfLink = routes({
  POST: route({
    path: "/rounds/{runde_id}/recipients/renew",
    id: "renewRoundLink",
    tag: "rounds",
    summary: "Make the link of a recipient anew",
    description:
      "The former link is invalid at once; the new one goes to the address that the recipient's record has now. At most ten an hour for each recipient.",
    access: ["write", "rounds"],
    body: z.strictObject({ email: filled(EMAIL_MAX) }),
    answers: {
      success: { description: "Renewed; the mail is sent", schema: roundUpdated },
      refusals: ["data_not_found", "round_not_running", "too_many_requests"],
    },
  }).handle(async ({ context, params, body: { email }, client }) => {
    await renewLink(context, pathId(params, "runde_id"), { email, client });
    return { success: true, message: "data_updated" };
  }),
});

export const endOfRound = routes({
  POST: route({
    path: "/rounds/{runde_id}/close",
    id: "closeRound",
    tag: "rounds",
    summary: "Close a round",
    description: "Its links become invalid, and mails that wait are not sent.",
    access: ["write", "rounds"],
    answers: {
      success: { description: "Closed", schema: roundUpdated },
      refusals: ["data_not_found", "round_not_running"],
    },
  }).handle(async ({ context, params }) => {
    await closeRound(context, pathId(params, "runde_id"));
    return { success: true, message: "data_updated" };
  }),
});
