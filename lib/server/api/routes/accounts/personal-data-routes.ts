import * as z from "zod";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { missing } from "@/lib/records/fields/field";
import { CONFIRM_ANSWERS, RECIPIENT_STATES } from "@/lib/records/rounds/round";
import { changeSchema, namedRecord } from "../records/history-routes";
import { pathId, routes } from "../../request-handler";
import { NOT_FOUND_OR_MERGED } from "../../one-record";
import { recordId } from "../../field-schemas";
import { done, exactObject, listOf, orNull, pascalCase } from "../../json-schema";
import { schemaName } from "../../record-schemas";
import { kindWords } from "../../tags";
import { proposalSchema } from "../rounds/proposal-routes";
import { route } from "../../route";
import { logSecurity } from "@/lib/server/observability/security-log";
import { erasePerson, findPersonalData } from "@/lib/server/personal-data/personal-data";

const text = { type: "string" };
const flag = { type: "boolean" };
const fieldNames = listOf(text);

const linkValues = {
  type: "object",
  description: "The values of the link's fields that are not empty; absent if there are none",
};

const moment = orNull({ ...text, format: "date-time" });
const inRound = { runde_id: recordId, email: text, name: text };
const recipient = exactObject({
  ...inRound,
  titel: text,
  state: { enum: [...RECIPIENT_STATES] },
  ...{ sent_at: moment, answered_at: moment, declined_at: moment },
});
const answer = exactObject({
  ...inRound,
  ...{ kind: text, id: recordId, label: text, answer: orNull({ enum: [...CONFIRM_ANSWERS] }) },
  changes: { description: "The changed values by field; null if there are none" },
  successor: orNull(exactObject({ vorname: text, nachname: text, email: text })),
  ...{ comment: orNull(text), answered_at: moment },
});

const personalData = exactObject({
  kind: text,
  id: recordId,
  label: { ...text, description: "The name that must be sent to confirm an erasure" },
  deleted: { ...flag, description: "Whether the record was deleted and is known only from the history" },
  record: { type: "object", description: "The record, or its last state before it was deleted" },
  links: listOf(exactObject({ relation: text, ...namedRecord, values: linkValues }, ["values"])),
  changes: listOf(changeSchema),
  changes_total: { type: "integer", minimum: 0 },
  mentions: {
    ...listOf(exactObject({ ...namedRecord, fields: fieldNames, past_fields: fieldNames })),
    description:
      "Other records and accounts (`users`) whose texts, or those of their links (`<list>.<field>`), contain a surname or email address of the person: `fields` now, `past_fields` in the history",
  },
  mentions_complete: { ...flag, description: "False when there are more mentions than are listed" },
  rounds: {
    ...exactObject({ recipients: listOf(recipient), answers: listOf(answer) }),
    description:
      "Confirmation rounds: the person as a recipient, and answers of the person, about the person's record, or that contain a surname or email address of the person; at most 1,000 of each",
  },
  proposals: {
    ...listOf(proposalSchema),
    description:
      "Proposals of the person, about the person's record, or that contain a surname or email address of the person; at most 1,000",
  },
});

const pathOf = ({ apiPath, key }: AnyDefinition, action: string) => `/${apiPath}/{${key}}/${action}`;

/** `GET /api/<kind>/{id}/personal-data`: everything stored about a person (contract §9). */
export const personalDataRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: pathOf(definition, "personal-data"),
      id: `read${schemaName(definition)}PersonalData`,
      tag: definition.name,
      summary: `Read everything stored about a ${kindWords(definition.name).one}`,
      description: "For admins. Also works for a deleted record, as far as the history knows it.",
      access: ["read", "personalData"],
      answers: {
        success: { description: "The stored data", schema: personalData },
        refusals: ["data_not_found", "too_many_requests"],
      },
    }).handle(({ params, context }) => findPersonalData(context, definition, pathId(params, definition.key))),
  });

const confirmation = z.strictObject({
  confirm: z.string({ error: (issue) => (missing(issue.input) ? "required" : "type") }),
});

/**
 * `POST /api/<kind>/{id}/erase`: removes a person from the database and its history for good
 * (contract §9).
 */
export const eraseRoutes = (definition: AnyDefinition) =>
  routes({
    POST: route({
      path: pathOf(definition, "erase"),
      id: `erase${pascalCase(schemaName(definition))}`,
      tag: definition.name,
      summary: `Erase a ${kindWords(definition.name).one} for good`,
      description:
        "Deletes the record, its links and its values in the history; cannot be undone. `confirm` is its name, the `label` of its personal data; any other text is a `mismatch`. Also works for a record that was deleted already.",
      access: ["write", "personalData"],
      body: confirmation,
      answers: {
        success: { description: "Erased", schema: done("data_erased") },
        refusals: [NOT_FOUND_OR_MERGED, ...(definition.inUse ? [definition.inUse] : [])],
      },
    }).handle(async ({ params, body, session, context, client }) => {
      const id = pathId(params, definition.key);
      await erasePerson(context, definition, id, body.confirm);
      logSecurity("person_erased", { client, by: session.user.id, reason: `${definition.apiPath}/${id}` });
      return { success: true, message: "data_erased" };
    }),
  });
