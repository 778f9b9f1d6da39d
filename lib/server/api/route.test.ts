import { expectTypeOf, it } from "vitest";
import * as z from "zod";
import type { AnyRow } from "../../records/kinds/define";
import type { CurrentSession } from "../auth/session";
import { route } from "./route";

const facts = {
  path: "/example",
  id: "example",
  tag: "system",
  summary: "An example",
  description: "It is never called: its types are what is tested.",
  answers: { success: { description: "Done", schema: {} } },
} as const;

it("passes a handler a session when the route requires a login, and none otherwise", () => {
  route({
    ...facts,
    access: ["read", "ownAccount"],
  }).handle(({ session, body }) => {
    expectTypeOf(session).toEqualTypeOf<CurrentSession>();
    expectTypeOf(body).toEqualTypeOf<undefined>();
    return {};
  });
  route({
    ...facts,
    access: "public",
  }).handle(({ session }) => {
    expectTypeOf(session).toEqualTypeOf<null>();
    return {};
  });
});

it("passes a handler the body as parsed by its schema", () => {
  route({
    ...facts,
    access: "public",
    body: z.object({ days: z.string().transform(Number) }),
  }).handle(({ body }) => {
    expectTypeOf(body).toEqualTypeOf<{ days: number }>();
    return {};
  });
  route({
    ...facts,
    access: ["read", "ownAccount"],
    body: { anyObject: { type: "object" } },
  }).handle(({ body }) => {
    expectTypeOf(body).toEqualTypeOf<AnyRow>();
    return {};
  });
});
