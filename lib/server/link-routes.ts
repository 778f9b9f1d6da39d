import { definitionOf } from "../records/registry";
import { linkCalls, type LinkCallName } from "../records/relations";
import { pathId, routes } from "./http";
import { done, listOf, pascalCase } from "./openapi/json-schema";
import { kindRef } from "./openapi/record-schemas";
import { kindWords } from "./openapi/tags";
import { linkRecords, unlinkRecords } from "./records";
import { route, type Call } from "./route";

/** `POST` and `DELETE` of one of the twelve link calls; both answer the parent's link list (contract §4). */
export function linkRoutes(name: LinkCallName) {
  const { parent, child, ids } = linkCalls[name];
  const idsOf = ({ params }: Pick<Call, "params">) => Object.fromEntries(ids.map((key) => [key, pathId(params, key)]));
  const tabledata = listOf(kindRef(definitionOf(child), "Link"));
  const description = "Done; `tabledata` is the link list afterwards";
  const [parentName, childName] = [kindWords(parent).one, kindWords(child).one];
  const shared = { path: `/${name}/${ids.map((id) => `{${id}}`).join("/")}`, tag: parent, access: "login" } as const;
  return routes({
    POST: route({
      ...shared,
      id: `add${pascalCase(name)}`,
      summary: `Link a ${childName} to a ${parentName}`,
      description: `Answers all that the ${parentName} is then linked to of this kind. A link that is there already stays as it is.`,
      answers: {
        success: { description, schema: done("data_saved", { tabledata }) },
        refusals: ["data_not_found", { code: "already_exists", more: { tabledata } }],
      },
      handle: async (call) => ({
        success: true,
        message: "data_saved",
        tabledata: await linkRecords(name, idsOf(call)),
      }),
    }),
    DELETE: route({
      ...shared,
      id: `remove${pascalCase(name)}`,
      summary: `Take the link of a ${childName} to a ${parentName} away`,
      description: `Answers all that the ${parentName} is then still linked to of this kind. Both records stay.`,
      answers: {
        success: { description, schema: done("data_deleted", { tabledata }) },
        refusals: ["data_not_found"],
      },
      handle: async (call) => ({
        success: true,
        message: "data_deleted",
        tabledata: await unlinkRecords(name, idsOf(call)),
      }),
    }),
  });
}
