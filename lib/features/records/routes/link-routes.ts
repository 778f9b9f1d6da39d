import * as z from "zod";
import { linkAdded, linkChanged, linkRefused, linkRemoved } from "../link-answers";
import { generated, anyText } from "@/lib/model/answers/shapes";
import { MAX_ID } from "@/lib/model/limits";
import { recordIdShape, type AnyRow, type FieldErrors } from "@/lib/model/fields/field";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOfCall, type LinkCallName, type LinkList } from "@/lib/model/kinds/relations";
import { parseLinkValues } from "@/lib/model/values/link-values";
import type { Context } from "@/lib/store/database/transaction";
import { AppError, invalid, isAppError } from "@/lib/base/errors/errors";
import { findLinked } from "@/lib/store/records/find-records";
import type { LinkEdit } from "@/lib/store/records/edit";
import { editRecord } from "@/lib/store/records/edit-records";
import { inRetriedTransaction } from "@/lib/store/records/retried-transaction";
import { linksOf } from "@/lib/store/sql/links";
import { pathId, routes } from "@/lib/http/request-handler";
import { pascalCase, type Schema } from "@/lib/http/openapi/json-schema";
import { linkRef, linkValuesSchema } from "@/lib/http/openapi/record-schemas";
import { kindWords } from "@/lib/http/openapi/tags";
import { minimalAnswer, prefersMinimal } from "@/lib/http/prefer";
import { route, type Call } from "@/lib/http/route";

/** A link as a call names it: the keys of its two records. */
type Pair = { id: number; other: number };

/** What a body says besides the values of the link. */
type Options = { replace: boolean; successor?: number; was?: AnyRow };

const flagSchema: Schema = {
  type: "boolean",
  default: false,
  description: "Takes a unique role from the link that has it at the same time.",
};
const successorSchema: Schema = {
  ...recordIdShape,
  description: "Key of the linked record that this one succeeds: its link ends on the day before.",
};

const wasSchema = (values: Schema): Schema => ({
  ...values,
  description: "Values that the link must still have; otherwise the call is refused with changed_since.",
});

/**
 * Parses a body: what is to happen with other links, and the values of the link, which the edit checks.
 * @param names the options that the call takes
 */
function readBody({ relation }: LinkList, body: AnyRow, names: readonly string[]) {
  const { replace, successor_of: successor, was, ...rest } = body;
  const unknown = Object.keys({ replace, successor_of: successor, was }).filter(
    (name) => Object.hasOwn(body, name) && !names.includes(name),
  );
  const errors: FieldErrors = Object.fromEntries(unknown.map((name) => [name, ["unknown"]]));
  const options: Options = { replace: replace === true };
  if (replace !== undefined && typeof replace !== "boolean") errors.replace ??= ["type"];
  if (Number.isInteger(successor)) {
    if (Number(successor) < 1 || Number(successor) > MAX_ID) errors.successor_of ??= ["exists"];
    else options.successor = Number(successor);
  } else if (successor !== undefined && successor !== null) errors.successor_of ??= ["type"];
  if (typeof was === "object" && was !== null && !Array.isArray(was)) {
    const before = parseLinkValues(relation, was as AnyRow);
    if (Object.keys(before.errors).length > 0) errors.was ??= [...new Set(Object.values(before.errors).flat())];
    options.was = before.values;
  } else if (was !== undefined && was !== null) errors.was ??= ["type"];
  if (Object.keys(errors).length === 0) return { values: rest, options, errors: null };
  return { values: rest, options, errors: { ...parseLinkValues(relation, rest).errors, ...errors } };
}

/** Contract §§4, 13. */
export function linkRoutes(name: LinkCallName) {
  const linkList = linkListOfCall(name);
  const { own, other, path, relation } = linkList;
  const hasValues = relation.fields !== undefined;
  const pairOf = ({ params }: Pick<Call, "params">): Pair => ({
    id: pathId(params, own.column),
    other: pathId(params, other.column),
  });
  /**
   * Returns the resulting link list, unless the client wants a minimal response: the list may be
   * very long.
   */
  const tableOf = async (context: Context, call: Pick<Call, "params">, isMinimal: boolean) =>
    isMinimal ? {} : { tabledata: await findLinked(context, linkList, pairOf(call).id) };
  const isLinked = async ({ connection }: Context, { id, other: otherId }: Pair) =>
    (await linksOf(connection, linkList, [id], [otherId])).size > 0;

  type WriteCall = Pick<Call, "params" | "context">;
  // One transaction, so that the change is rolled back if the database is too busy for the read for
  // the response.
  const changeLink = (call: WriteCall, link: Omit<LinkEdit, "sides">, isMinimal: boolean) =>
    inRetriedTransaction(call.context, async (context) => {
      const edit: LinkEdit = { sides: linkList, mustChange: true, ...link };
      await editRecord(context, definitionOf(own.kind), { id: pairOf(call).id, links: [edit] });
      return tableOf(context, call, isMinimal);
    });
  const withTable = async (error: unknown, call: WriteCall, isMinimal: boolean): Promise<never> => {
    if (!isAppError(error, "already_exists", "changed_since")) throw error;
    throw new AppError(error.code, {
      body: { ...error.details.body, ...(await tableOf(call.context, call, isMinimal)) },
    });
  };

  const links = { tabledata: z.array(generated<AnyRow>(linkRef(linkList))).optional() };
  const description = "Done; `tabledata` is the resulting link list";
  const [parentName, childName] = [kindWords(own.kind).one, kindWords(other.kind).one];
  const { parameters, headers } = minimalAnswer("tabledata");
  const shared = {
    path: `/${name}/${path.map((id) => `{${id}}`).join("/")}`,
    tag: own.kind,
    access: ["write", own.kind],
    parameters,
  } as const;
  const roleTaken = { code: "role_taken", more: { holder: linkRefused.shape.holder } } as const;
  const invalidValues = hasValues ? (["validation_failed", roleTaken] as const) : [];
  const values = linkValuesSchema(relation);
  const bodyOf = (more: Record<string, Schema>): Schema => ({
    ...values,
    properties: { ...(values.properties as Record<string, Schema>), ...more },
  });

  async function add(call: WriteCall, body: AnyRow, isMinimal: boolean): Promise<z.output<typeof linkAdded>> {
    const pair = pairOf(call);
    const { values: set, options, errors } = readBody(linkList, body, ["replace", "successor_of"]);
    if (errors) throw (await isLinked(call.context, pair)) ? new AppError("already_exists") : invalid(errors);
    const table = await changeLink(
      call,
      {
        add: [pair.other],
        ...(Object.keys(set).length > 0 && { set: new Map([[pair.other, set]]) }),
        ...(options.replace && { onTakenRole: "replace" as const }),
        successorOf: options.successor,
      },
      isMinimal,
    );
    return { success: true, message: "data_saved", ...table };
  }
  async function change(call: WriteCall, body: AnyRow, isMinimal: boolean): Promise<z.output<typeof linkChanged>> {
    const { other: id } = pairOf(call);
    const { values: set, options, errors } = readBody(linkList, body, ["replace", "was"]);
    if (errors) throw invalid(errors);
    const link = {
      set: new Map([[id, set]]),
      ...(options.was && { was: new Map([[id, options.was]]) }),
      ...(options.replace && { onTakenRole: "replace" as const }),
    };
    return { success: true, message: "data_updated", ...(await changeLink(call, link, isMinimal)) };
  }

  const adding = {
    ...shared,
    id: `add${pascalCase(name)}`,
    summary: `Link a ${childName} to a ${parentName}`,
    description: `Returns all links of this kind that the ${parentName} then has. An existing link stays as it is.`,
    answers: {
      success: { description, schema: linkAdded.extend(links), headers },
      refusals: ["data_not_found", { code: "already_exists", more: links }, ...invalidValues],
    },
  } as const;
  const addingBody = { optionalObject: bodyOf({ replace: flagSchema, successor_of: successorSchema }) };
  return routes({
    POST: hasValues
      ? route({
          ...adding,
          body: addingBody,
        }).handle((call) => {
          const isMinimal = prefersMinimal(call);
          return add(call, call.body, isMinimal).catch((error: unknown) => withTable(error, call, isMinimal));
        })
      : route(adding).handle((call) => {
          const isMinimal = prefersMinimal(call);
          return add(call, {}, isMinimal).catch((error: unknown) => withTable(error, call, isMinimal));
        }),
    ...(hasValues && {
      PUT: route({
        ...shared,
        id: `change${pascalCase(name)}`,
        summary: `Change the link of a ${childName} and a ${parentName}`,
        description:
          "Writes the named values of the link; the others stay as they are, and null stands for the empty value.",
        body: { anyObject: bodyOf({ replace: flagSchema, was: wasSchema(values) }) },
        answers: {
          success: { description, schema: linkChanged.extend(links), headers },
          refusals: [
            "data_not_found",
            { code: "changed_since", more: { fields: z.array(anyText), ...links } },
            ...invalidValues,
          ],
        },
      }).handle((call) => {
        const isMinimal = prefersMinimal(call);
        return change(call, call.body, isMinimal).catch((error: unknown) => withTable(error, call, isMinimal));
      }),
    }),
    DELETE: route({
      ...shared,
      id: `remove${pascalCase(name)}`,
      summary: `Unlink a ${childName} from a ${parentName}`,
      description: `Returns the remaining links of this kind that the ${parentName} has. Both records stay.`,
      answers: {
        success: { description, schema: linkRemoved.extend(links), headers },
        refusals: ["data_not_found"],
      },
    }).handle(async (call) => {
      const table = await changeLink(call, { remove: [pairOf(call).other] }, prefersMinimal(call));
      return { success: true, message: "data_deleted", ...table };
    }),
  });
}
