import { expect, it } from "vitest";
import { loggedIn } from "../../support/api";

it("single-letter shortcuts are on until an account of any role switches them off for itself", async () => {
  const [client, other] = [await loggedIn({ role: "reader" }), await loggedIn()];
  const preferencesOf = async (api: typeof client) => (await api.get("/api/user/preferences")).json;
  expect(await preferencesOf(client)).toMatchObject({ single_keys: true });
  expect((await client.put("/api/user/preferences", { single_keys: false })).status).toBe(200);
  expect((await client.put("/api/user/preferences", { record_tab: "overview" })).status).toBe(200);
  expect(await preferencesOf(client)).toEqual({ record_tab: "overview", single_keys: false });
  expect(await preferencesOf(other)).toMatchObject({ single_keys: true });
  expect((await client.put("/api/user/preferences", { single_keys: true })).status).toBe(200);
  expect(await preferencesOf(client)).toMatchObject({ single_keys: true });
});
