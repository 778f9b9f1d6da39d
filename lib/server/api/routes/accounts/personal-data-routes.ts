import * as z from "zod";
import { personalData, personErased } from "@/lib/answers/personal-data-answers";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import { missing } from "@/lib/records/fields/field";
import { pathId, routes } from "../../request-handler";
import { NOT_FOUND_OR_MERGED } from "../../one-record";
import { pascalCase } from "../../json-schema";
import { schemaName } from "../../record-schemas";
import { kindWords } from "../../tags";
import { route } from "../../route";
import { logSecurity } from "@/lib/server/observability/security-log";
import { erasePerson, findPersonalData } from "@/lib/server/personal-data/personal-data";

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
        "Deletes the record, its links and its values in the history; cannot be undone. `confirm` is its name, the `label` of its personal data; any other text is a `mismatch`. Also works for a record that was deleted already.",
      access: ["write", "personalData"],
      body: confirmation,
      answers: {
        success: { description: "Erased", schema: personErased },
        refusals: [NOT_FOUND_OR_MERGED, ...(definition.inUse ? [definition.inUse] : [])],
      },
    }).handle(async ({ params, body, session, context, client }) => {
      const id = pathId(params, definition.key);
      await erasePerson(context, definition, id, body.confirm);
      logSecurity("person_erased", { client, by: session.user.id, reason: `${definition.apiPath}/${id}` });
      return { success: true, message: "data_erased" };
    }),
  });
