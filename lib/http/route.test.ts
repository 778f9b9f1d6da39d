import { expectTypeOf, it } from "vitest";
import * as z from "zod";
import type { AnyRow } from "@/lib/model/kinds/define";
import type { CurrentSession } from "@/lib/sessions/session";
import { done, recordId } from "@/lib/model/answers/shapes";
import { route } from "./route";

const facts = {
  path: "/example",
  id: "example",
  tag: "system",
  summary: "An example",
  description: "It is never called: its types are what is tested.",
  answers: { success: { description: "Done", schema: done("data_saved", { id: recordId }) } },
} as const;
const saved = { success: true, message: "data_saved", id: 1 } as const;

it("a route passes its handler a session when it requires a login, and none otherwise", () => {
  route({
    ...facts,
    access: ["read", "ownAccount"],
  }).handle(({ session, body }) => {
    expectTypeOf(session).toEqualTypeOf<CurrentSession>();
    expectTypeOf(body).toEqualTypeOf<undefined>();
    return saved;
  });
  route({
    ...facts,
    access: "public",
  }).handle(({ session }) => {
    expectTypeOf(session).toEqualTypeOf<null>();
    return saved;
  });
});

it("a route passes its handler the body as parsed by its schema", () => {
  route({
    ...facts,
    access: "public",
    body: z.object({ days: z.string().transform(Number) }),
  }).handle(({ body }) => {
    expectTypeOf(body).toEqualTypeOf<{ days: number }>();
    return saved;
  });
  route({
    ...facts,
    access: ["read", "ownAccount"],
    body: { anyObject: { type: "object" } },
  }).handle(({ body }) => {
    expectTypeOf(body).toEqualTypeOf<AnyRow>();
    return saved;
  });
});

it("a route refuses a handler whose answer is not what its schema describes", () => {
  const declared = route({ ...facts, access: "public" });
  declared.handle(() => ({ success: true, message: "data_saved", id: 1 }));
  // @ts-expect-error a field that has another name
  declared.handle(() => ({ success: true, message: "data_saved", record_id: 1 }));
  // @ts-expect-error a field of another type
  declared.handle(() => Promise.resolve({ ...saved, id: "1" }));
  // @ts-expect-error another message
  declared.handle(() => ({ success: true, message: "data_deleted", id: 1 }));
});
