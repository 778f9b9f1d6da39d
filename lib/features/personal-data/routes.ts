import * as z from "zod";
import { personalData, personErased } from "./personal-data-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { missing } from "@/lib/model/fields/field";
import { LIST_MAX_IDS, MAX_ID } from "@/lib/model/limits";
import { listUpTo } from "@/lib/model/values/list-up-to";
import { pathId, routes } from "@/lib/http/request-handler";
import { NOT_FOUND_OR_MERGED } from "@/lib/http/one-record";
import { pascalCase } from "@/lib/http/openapi/json-schema";
import { schemaName } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { route } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { erasePerson, findPersonalData } from "./server/personal-data";

const pathOf = ({ apiPath, key }: AnyDefinition, action: string) => `/${apiPath}/{${key}}/${action}`;

/** Contract §9. */
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
  files: z.optional(listUpTo(z.int().min(1).max(MAX_ID), LIST_MAX_IDS)),
});

/** Contract §9. */
export const eraseRoutes = (definition: AnyDefinition) =>
  routes({
    POST: route({
      path: pathOf(definition, "erase"),
      id: `erase${pascalCase(schemaName(definition))}`,
      tag: definition.name,
      summary: `Erase a ${kindWords(definition.name).one} for good`,
      description:
        "Deletes the record, its links, its files and its values in the history; cannot be undone. `confirm` is its name, the `label` of its personal data; any other text is a `mismatch`. `files` names files of other records, of the personal data, that are to go as well. Also works for a record that was deleted already.",
      access: ["write", "personalData"],
      body: confirmation,
      answers: {
        success: { description: "Erased", schema: personErased },
        refusals: [NOT_FOUND_OR_MERGED, ...(definition.inUse ? [definition.inUse] : [])],
      },
    }).handle(async ({ params, body, session, context, client }) => {
      const id = pathId(params, definition.key);
      await erasePerson(context, definition, id, body);
      logSecurity("person_erased", { client, by: session.user.id, reason: `${definition.apiPath}/${id}` });
      return { success: true, message: "data_erased" };
    }),
  });
