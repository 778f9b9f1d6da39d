import { NextResponse } from "next/server";
import type { AnyDefinition, AnyRow } from "../records/define";
import { parseListQuery, toPage } from "../records/list-query";
import { AppError, invalid } from "./errors";
import { changing, methods, pathId, reading, writing, type Call } from "./http";
import { described } from "./openapi/operation";
import * as operations from "./openapi/record-operations";
import { commandContext } from "./context";
import {
  countRecords,
  deleteRecord,
  findHits,
  findRecord,
  findReferenceLists,
  listRecords,
  saveRecord,
} from "./records";

/** RFC 7240: the caller does without the whole lists that spec §7 puts into answers. */
const wantsMinimal = ({ request }: Call) =>
  /(^|[,;\s])return\s*=\s*("minimal"|minimal)\s*($|[,;])/i.test(request.headers.get("prefer") ?? "");

/** What the answers to changes carry besides their message: the kind's count and, where spec §7 says so, its list. */
async function changeData(definition: AnyDefinition, call: Call) {
  const { answerList, countName } = definition;
  const listed = answerList && !wantsMinimal(call) ? answerList : null;
  const [counts, lists] = await Promise.all([
    countRecords(commandContext(), [definition]),
    listed && findReferenceLists(commandContext(), [listed]),
  ]);
  return { [countName]: counts[countName], ...lists };
}

function changed(definition: AnyDefinition, call: Call, body: AnyRow, status = 200): NextResponse {
  const applied = definition.answerList && wantsMinimal(call);
  const headers = applied ? { "preference-applied": "return=minimal" } : undefined;
  return NextResponse.json(body, { status, headers });
}

/** `GET /api/<kind>`: the list. */
export const listRoutes = (definition: AnyDefinition) =>
  methods({
    GET: described(
      operations.listOperation(definition),
      reading(async ({ url }) => {
        const { query, errors, valid } = parseListQuery(definition, url.searchParams);
        if (!valid) throw invalid(errors);
        const { rows, total } = await listRecords(commandContext(), definition, query);
        return toPage(rows, total, query, url);
      }),
    ),
  });

/** `POST /api/<kind>/new`: creates. */
export const createRoutes = (definition: AnyDefinition) =>
  methods({
    POST: described(
      operations.createOperation(definition),
      writing(async (call, body) => {
        const { id: lastId } = await saveRecord(commandContext(), definition, null, body);
        const data = { ...(await changeData(definition, call)), lastId };
        return changed(definition, call, { success: true, message: "data_saved", data }, 201);
      }),
    ),
  });

/** `GET`, `PUT` and `DELETE /api/<kind>/{id}`: one record. */
export const recordRoutes = (definition: AnyDefinition) =>
  methods({
    GET: described(
      operations.readOperation(definition),
      reading(async ({ params }) => {
        const loaded = await findRecord(commandContext(), definition, pathId(params, definition.key));
        if (!loaded) throw new AppError("data_not_found");
        return { success: true, data: loaded.data };
      }),
    ),
    PUT: described(
      operations.updateOperation(definition),
      writing(async (call, body) => {
        const lastId = pathId(call.params, definition.key);
        await saveRecord(commandContext(), definition, lastId, body);
        if (!definition.countsAfterUpdate) return { success: true, message: "data_updated" };
        const data = { ...(await changeData(definition, call)), lastId };
        return changed(definition, call, { success: true, message: "data_updated", data });
      }),
    ),
    DELETE: described(
      operations.deleteOperation(definition),
      changing(async (call) => {
        await deleteRecord(commandContext(), definition, pathId(call.params, definition.key));
        const data = await changeData(definition, call);
        return changed(definition, call, { success: true, message: "data_deleted", data });
      }),
    ),
  });

/** `GET /api/<kind>_search?search=…`: typeahead. */
export const searchRoutes = (definition: AnyDefinition) =>
  methods({
    GET: described(
      operations.searchOperation(definition),
      reading(({ url: { searchParams }, locale }) =>
        findHits({ ...commandContext(), locale }, definition, {
          text: searchParams.get("search") ?? "",
          detail: searchParams.get("detail") === "1",
        }),
      ),
    ),
  });
