import { expect, it } from "vitest";
import { loggedIn } from "../../support/api";

it("single-letter shortcuts are on until an account of any role switches them off for itself", async () => {
  const [mine, other] = [await loggedIn({ role: "reader" }), await loggedIn()];
  const kept = async (api: typeof mine) => (await api.get("/api/user/preferences")).json;
  expect(await kept(mine)).toMatchObject({ single_keys: true });
  expect((await mine.put("/api/user/preferences", { single_keys: false })).status).toBe(200);
  expect((await mine.put("/api/user/preferences", { record_tab: "overview" })).status).toBe(200);
  expect(await kept(mine)).toEqual({ record_tab: "overview", single_keys: false });
  expect(await kept(other)).toMatchObject({ single_keys: true });
  expect((await mine.put("/api/user/preferences", { single_keys: true })).status).toBe(200);
  expect(await kept(mine)).toMatchObject({ single_keys: true });
});
