import { expect, it } from "vitest";
import { offeredAddresses } from "@/tests/support/palette";

it("offers no page that the role may not open or whose path alone is not enough", () => {
  const admin = offeredAddresses({ isAdmin: true, mayWrite: true });
  const editor = offeredAddresses({ isAdmin: false, mayWrite: true });
  const reader = offeredAddresses({ isAdmin: false, mayWrite: false });
  expect(admin).toContain("/pages/import?kind=thematicfields");
  expect(admin).toContain("/pages/import");
  expect(admin).not.toContain("/pages/merge");
  expect(admin.filter((address) => !editor.includes(address))).toEqual([
    "/pages/reference",
    "/pages/users",
    "/pages/jobs",
  ]);
  const forWriters = editor.filter((address) => /\/new$|\/import|\/proposals|\/rounds/.test(address));
  expect(forWriters).toHaveLength(13);
  expect(reader).toEqual(editor.filter((address) => !forWriters.includes(address)));
});
