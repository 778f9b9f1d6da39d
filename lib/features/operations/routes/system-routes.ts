import { namedSchema } from "@/lib/model/answers/shapes";
import * as z from "zod";
import { globalData as globalAnswer, healthy } from "../system-answers";
import { globalProperties, referenceLists, type ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { db } from "@/lib/store/database/client";
import { AppError } from "@/lib/base/errors/errors";
import { refuseAllMethods, routes } from "@/lib/http/request-handler";
import { withTimeout } from "@/lib/base/web/timeout";
import { globalEntrySchema } from "@/lib/http/openapi/field-schemas";
import { entrySchemaName } from "@/lib/http/openapi/record-schemas";
import { countRecords, findReferenceLists } from "@/lib/store/records/find-records";
import { NEEDS, findUnmetConditions } from "../server/readiness";
import { route } from "@/lib/http/route";

const listNames = Object.keys(referenceLists) as ReferenceListName[];
const entryOf = (list: ReferenceListName) =>
  globalProperties(list).length > 0 ? globalEntrySchema(list) : namedSchema(entrySchemaName(list));

/** Contract §5. */
export const globalDataRoutes = routes({
  GET: route({
    path: "/global",
    id: "readGlobal",
    tag: "system",
    summary: "Read the reference lists, the record counts and the current user",
    description: "Records refer to titles, faculties, states and so on by the ids of these lists.",
    access: ["read", "referenceLists"],
    answers: {
      success: { description: "All lists and counts at the top level", schema: globalAnswer(entryOf) },
    },
  }).handle(async ({ session, context }) => {
    const [lists, counts] = await Promise.all([findReferenceLists(context, listNames), countRecords(context)]);
    return { ...lists, ...counts, user: { email: session.user.email, role: session.user.role } };
  }),
});

/** Timeout of the database query in milliseconds: shorter than the usual timeout of probes. */
const HEALTH_TIMEOUT_MS = 3_000;

export const health = routes({
  GET: route({
    path: "/health",
    id: "readHealth",
    tag: "system",
    summary: "Check that the app and its database respond",
    description: "For health checks. Returns 503 without details while the database does not respond.",
    access: "public",
    answers: { success: { description: "Both respond", schema: healthy } },
  }).handle(async () => {
    const answers = db().$queryRaw`SELECT 1`.then(() => true);
    if (!(await withTimeout(answers, HEALTH_TIMEOUT_MS, false))) throw new AppError("error_api");
    return { success: true };
  }),
});

export const ready = routes({
  GET: route({
    path: "/ready",
    id: "readReady",
    tag: "system",
    summary: "Check whether this instance may receive requests",
    description:
      "For load balancers. Returns 503 and the unmet conditions in `missing`: `running` while the instance is stopping, " +
      "`database` while the database does not respond, `migrations` while the database lacks migrations that this version needs.",
    access: "public",
    answers: {
      success: { description: "Ready", schema: healthy },
      refusals: [{ code: "error_api", more: { missing: z.array(z.enum(NEEDS)).min(1) } }],
    },
  }).handle(async () => {
    const missing = await findUnmetConditions();
    if (missing.length > 0) throw new AppError("error_api", { body: { missing } });
    return { success: true };
  }),
});

/** Answers 404 to any method on a path that the API does not have. */
export const unknownPath = refuseAllMethods(new AppError("not_found"));
