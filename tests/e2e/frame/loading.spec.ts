import { expect, test } from "../../support/browser/fixtures";

test.describe("pages without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a list's rows and a record's form are visible in the server's HTML, before any script has run", async ({
    page,
    login,
  }) => {
    await login();
    await page.goto("/members", { waitUntil: "commit" });
    await expect(page.locator("main table tbody tr")).toHaveCount(10);
    await expect(page.locator("main table tbody tr").last()).toBeVisible();
    await page.goto("/members/1", { waitUntil: "commit" });
    await expect(page.locator("main form [name=nachname]")).toBeVisible();
  });

  test("the font is preloaded and requested only once", async ({ page, login }) => {
    const fonts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(new URL(request.url()).pathname);
    });
    await login();
    await page.goto("/dashboard", { waitUntil: "commit" });
    await page.waitForLoadState("load");
    const early = await page.locator("link[rel=preload][as=font]").getAttribute("href");
    expect(fonts.filter((font) => font === early)).toHaveLength(1);
    expect(fonts.filter((font) => font.includes("latin-wght"))).toEqual([early]);
  });
});
