import { referenceLists, type ReferenceListName } from "../records/reference-lists";
import { db } from "./db";
import { AppError } from "./errors";
import { methods, publicReading, reading, refusing } from "./http";
import { described } from "./openapi/operation";
import { globalOperation, healthOperation } from "./openapi/system-operations";
import { commandContext } from "./context";
import { countRecords, findReferenceLists } from "./records";

const listNames = Object.keys(referenceLists) as ReferenceListName[];

/** `GET /api/global`: every reference list, the counts, and who is asking (contract §5). */
export const globalData = methods({
  GET: described(
    globalOperation,
    reading(async ({ session }) => {
      const [lists, counts] = await Promise.all([
        findReferenceLists(commandContext(), listNames),
        countRecords(commandContext()),
      ]);
      return { ...lists, ...counts, user: { email: session.user.email } };
    }),
  ),
});

/** `GET /api/health`: whether the app and its database answer; without a login and without details. */
export const health = methods({
  GET: described(
    healthOperation,
    publicReading(async () => {
      await db().$queryRaw`SELECT 1`;
      return { success: true };
    }),
  ),
});

const notFound = refusing(new AppError("not_found"));

/** Any method on a path that the API does not have. */
export const unknownPath = {
  GET: notFound,
  HEAD: notFound,
  POST: notFound,
  PUT: notFound,
  PATCH: notFound,
  DELETE: notFound,
  OPTIONS: notFound,
};
