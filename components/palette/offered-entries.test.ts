import { expect, it } from "vitest";
import { offeredPaths } from "@/tests/support/palette";

it("the palette offers no page that the role may not open or that needs URL parameters", () => {
  const admin = offeredPaths({ isAdmin: true, mayWrite: true });
  const editor = offeredPaths({ isAdmin: false, mayWrite: true });
  const reader = offeredPaths({ isAdmin: false, mayWrite: false });
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
