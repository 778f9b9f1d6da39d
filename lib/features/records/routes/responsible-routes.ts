import { responsibleAddresses } from "../responsible-answers";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { RESPONSIBLE_ADDRESSES_MAX } from "@/lib/model/limits";
import { kindParameters } from "@/lib/http/openapi/list-parameters";
import { pascalCase } from "@/lib/http/openapi/json-schema";
import { kindWords } from "@/lib/http/openapi/tags";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { readListQuery } from "@/lib/store/records/find-records";
import { findResponsibleAddresses } from "../server/responsible-addresses";

export const responsibleRoutes = (definition: AnyDefinition) =>
  routes({
    GET: route({
      path: `/${definition.apiPath}/responsible_addresses`,
      id: `list${pascalCase(definition.apiPath)}ResponsibleAddresses`,
      tag: definition.name,
      summary: `List the e-mail addresses of those responsible for ${kindWords(definition.name).many}`,
      description: `Of all rows of the list with these parameters, on all its pages: the distinct addresses of members who now have a role that is flagged \`zustaendig\`, at most ${RESPONSIBLE_ADDRESSES_MAX}.`,
      access: ["read", definition.name],
      parameters: kindParameters(definition).filter(({ name }) => name !== "pageNo" && name !== "pageSize"),
      answers: {
        success: { description: "The addresses", schema: responsibleAddresses },
        refusals: ["validation_failed", "too_many_requests"],
      },
    }).handle(async ({ url, session, context }) => {
      const query = await readListQuery(context, definition, url.searchParams);
      const found = await withConcurrencyLimit("exporting", session.user.id, () =>
        findResponsibleAddresses(context, definition, query),
      );
      return { success: true, ...found };
    }),
  });
