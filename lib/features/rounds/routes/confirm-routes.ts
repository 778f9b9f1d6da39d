import { NextResponse } from "next/server";
import { confirmation, confirmationSaved } from "../confirm-answers";
import { CONFIRM_BODY_MAX_BYTES, CONFIRM_COMMENT_MAX_LENGTH, NAME_MAX_LENGTH } from "@/lib/model/limits";
import { isLocale, type Locale } from "@/lib/model/messages/i18n";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { Field, FieldErrors } from "@/lib/model/fields/field";
import { countryIdOf, countryReader } from "@/lib/model/places/country-names";
import { referenceListsByName } from "@/lib/store/sql/reference-list-rows";
import { CONFIRM_ANSWERS, confirmableKinds, ROUND_MAX_RECORDS } from "../round";
import { db, type Database } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { invalid, isAppError, type AppError } from "@/lib/base/errors/errors";
import { parseConfirmBody } from "../server/confirm-body";
import { parseConfirmForm, toConfirmBody } from "../server/page/confirm-form";
import { CONFIRM_PAGE_HEADERS, renderRefusalPage } from "../server/page/confirm-frame";
import { renderConfirmPage, type ConfirmPageOptions } from "../server/page/confirm-page";
import { findAskedRecords, type RecipientRow } from "../server/confirm-sql";
import { confirmPath } from "../server/confirm-token";
import {
  definitionOfRound,
  fieldsOfRound,
  getConfirmPage,
  getRecipientView,
  type RecipientView,
  type ViewPart,
} from "../server/recipient-view";
import { countAnswer, countTokenCall, getRecipient } from "../server/recipient-of-token";
import { saveAnswers } from "../server/save-answers";
import type { FormFields } from "@/lib/base/web/form-fields";
import { queryParameter } from "@/lib/http/openapi/list-parameters";
import { key, readSingle } from "@/lib/model/lists/query-reader";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import { exactObject, listOf, type Schema } from "@/lib/http/openapi/json-schema";
import { refusalHeaders } from "@/lib/http/refusal";
import { pathToken, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";

const name: Schema = { type: "string", maxLength: NAME_MAX_LENGTH };

const sentAnswer = exactObject(
  {
    kind: { enum: confirmableKinds().map(({ apiPath }) => apiPath) },
    id: recordIdSchema,
    answer: { enum: CONFIRM_ANSWERS },
    changes: { type: "object", description: "The changed values by field, if the answer is `changed`." },
    successor: exactObject({ vorname: name, nachname: name, email: { ...name, format: "email" } }),
    comment: { type: "string", maxLength: CONFIRM_COMMENT_MAX_LENGTH },
  },
  ["changes", "successor", "comment"],
);

const sentBody = exactObject(
  { answers: { ...listOf(sentAnswer), maxItems: ROUND_MAX_RECORDS }, declined: { const: true } },
  ["answers", "declined"],
);

/** Creates the page of a refused request, with the headers of its refusal. */
export const refusalPage = (locale: Locale, refusal: AppError): NextResponse =>
  new NextResponse(renderRefusalPage(locale, refusal), {
    status: refusal.status,
    headers: { ...CONFIRM_PAGE_HEADERS, ...refusalHeaders(refusal) },
  });

/** The context in which recipients read and answer: there is no account. */
const recipientContext = (locale: Locale): Context<Database> => ({
  ...{ actor: null, connection: db(), locale, source: "round" },
});

async function viewOfRecipient(recipient: RecipientRow, locale: Locale, part?: ViewPart): Promise<RecipientView> {
  const context = recipientContext(locale);
  return getRecipientView(context, recipient, await findAskedRecords(context.connection, recipient.recipient_id), part);
}

type PageOptions = Omit<Extract<ConfirmPageOptions, { isPreview: false }>, "isPreview"> & {
  /** The page of the overview: its number, or a record that it contains. */
  page?: ViewPart["page"];
};

/** Renders a recipient's page. The form of one record is rendered without reading the others, which may be thousands. */
export async function recipientPage(recipient: RecipientRow, locale: Locale, options: PageOptions): Promise<string> {
  const { page, ...pageState } = options;
  const { open, done, outdated = [] } = pageState;
  if (open && open.answer !== "confirmed") {
    const view = await viewOfRecipient(recipient, locale, { only: [open.id] });
    if (view.digests.has(open.id)) return renderConfirmPage(view, { isPreview: false, ...pageState });
  }
  const of = outdated[0] ?? open?.id ?? done;
  const view = await viewOfRecipient(recipient, locale, { page: page ?? (of ? { of } : 1) });
  return renderConfirmPage(view, { isPreview: false, ...pageState });
}

/** The language that a form was shown in. */
function languageOf(form: FormFields, locale: Locale): Locale {
  const chosen = form.get("lang")?.at(-1);
  return isLocale(chosen) ? chosen : locale;
}

/** Renders the page of a form that was not saved as it was sent, with the reason and all that was typed. */
async function refusedForm(
  token: string,
  locale: Locale,
  pageState: Omit<PageOptions, "token">,
): Promise<NextResponse> {
  const page = await recipientPage(await getRecipient(db(), token), locale, { token, ...pageState });
  return new NextResponse(page, { status: 422, headers: CONFIRM_PAGE_HEADERS });
}

/** Returns a function that finds the country with a typed name, if the recipient may change one (contract §16). */
async function findTypedEntries({ connection }: Context, fields: readonly [string, Field][]) {
  if (!fields.some(([, { reference }]) => reference === "laender")) return () => undefined;
  const { laender } = await referenceListsByName(connection, ["laender"]);
  const codeOf = countryReader(laender);
  return (name: string) => countryIdOf(codeOf(name) ?? "");
}

/** Saves the form of a page, and redirects to the page. */
async function saveForm(token: string, form: FormFields, defaultLocale: Locale): Promise<NextResponse> {
  const locale = languageOf(form, defaultLocale);
  const context = recipientContext(locale);
  const recipient = await getRecipient(context.connection, token);
  const definition = definitionOfRound(recipient);
  const fields = fieldsOfRound(definition, recipient.felder);
  const sent = parseConfirmForm(form, definition.apiPath, fields, await findTypedEntries(context, fields));
  // A function, so that errors of the body become a page, too.
  const save = async () => saveAnswers(context, token, toConfirmBody(parseConfirmBody(sent.body), sent));
  const { outdated = [], errors } = await save().then(
    (ids) => ({ outdated: ids, errors: undefined }),
    (error: unknown): { outdated?: number[]; errors: FieldErrors } => {
      if (!isAppError(error, "validation_failed")) throw error;
      return { errors: error.details.errors ?? {} };
    },
  );
  const { open, typed } = sent;
  if (errors) return refusedForm(token, locale, { open, typed, errors });
  if (outdated.length > 0) return refusedForm(token, locale, { outdated });
  const unanswered = (await findAskedRecords(context.connection, recipient.recipient_id)).filter(
    (record) => record.answer === null,
  );
  const query = new URLSearchParams({ lang: locale, ...(open && { done: String(open.id) }) });
  // Back to the record in a longer list; to the thanks at the top if nothing is left.
  const anchor = open && unanswered.length > 0 ? `#record-${open.id}` : "";
  return new NextResponse(null, {
    status: 303,
    headers: { location: `${confirmPath(token)}?${query}${anchor}`, "cache-control": "no-store" },
  });
}

const ofToken = {
  path: "/confirm/{token}",
  tag: "rounds",
  access: "public",
} as const;

/** Calls `count` with the token and the client of a request. */
const admitting =
  (count: typeof countTokenCall | typeof countAnswer) =>
  ({ params, client }: { params: Record<string, string>; client: string }) =>
    count(db(), pathToken(params), client).then(() => undefined);

const readPageNumber = readSingle(key);

/** Contract §15. */
export const confirm = routes({
  GET: route({
    ...ofToken,
    admits: admitting(countTokenCall),
    id: "readConfirmation",
    summary: "Read what a recipient is asked",
    description: "Needs no login: the token of a mail identifies the recipient. Pages of 100 records; changes nothing.",
    parameters: [queryParameter("page", "The number of the page, from 1.", { type: "integer", minimum: 1 })],
    answers: {
      success: {
        description:
          "A page of the records about which the recipient is asked, with nothing but the fields of the round",
        schema: confirmation,
      },
      refusals: ["token_invalid", "validation_failed", "too_many_requests"],
    },
  }).handle(async ({ params, locale, url }) => {
    const page = url.searchParams.has("page") ? readPageNumber(url.searchParams.getAll("page")) : 1;
    if (page === null) throw invalid({ page: ["type"] });
    const context = recipientContext(locale);
    const recipient = await getRecipient(context.connection, pathToken(params));
    const askedRecords = await findAskedRecords(context.connection, recipient.recipient_id);
    return { success: true, ...(await getConfirmPage(context, recipient, askedRecords, page)) };
  }),
  POST: route({
    ...ofToken,
    admits: admitting(countAnswer),
    id: "answerConfirmation",
    summary: "Answer as a recipient",
    description:
      "Confirms records or proposes changes. The latest answer about a record counts, until the round closes. " +
      "The page of a recipient sends the same as a form.",
    acceptsAnyOrigin: true,
    body: { jsonOrForm: sentBody, maxBytes: CONFIRM_BODY_MAX_BYTES },
    formErrorResponder: (error, { locale }) => refusalPage(locale, error),
    answers: {
      success: { description: "Saved", schema: confirmationSaved },
      refusals: ["token_invalid", "too_many_requests"],
    },
  }).handle(async ({ params, body, locale }) => {
    const token = pathToken(params);
    if (body.form) return saveForm(token, body.form, locale);
    await saveAnswers(recipientContext(locale), token, parseConfirmBody(body.json satisfies AnyRow));
    return { success: true, message: "thanks" };
  }),
});
