import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./fixtures";

const PAGES = [
  "/dashboard",
  "/members",
  "/members/1",
  "/members/new",
  "/projects",
  "/projects/1",
  "/institutions",
  "/institution/1",
  "/persons",
  "/person/1",
  "/thematic-fields",
  "/thematic-fields/1",
];

const VIEWS = [
  { language: "de", width: 1440, scheme: "light" },
  { language: "en", width: 1440, scheme: "dark" },
  { language: "de", width: 375, scheme: "dark" },
  { language: "en", width: 375, scheme: "light" },
] as const;

for (const { language, width, scheme } of VIEWS) {
  test(`nothing overflows, no raw key and no accessibility fault: ${language}, ${width} px, ${scheme}`, async ({
    page,
    login,
    context,
    baseURL,
  }) => {
    // Twelve pages, each read through by axe.
    test.setTimeout(180_000);
    await login();
    await context.addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const faults: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, path).toBeLessThanOrEqual(0);
      const text = await page.locator("body").innerText();
      expect(text, path).not.toMatch(/\b(records|common|notices|frame|validation)\.[a-z_]+/i);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`),
        path,
      ).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
}

test("the app asks nobody but its own server", async ({ page, login, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(String(baseURL)) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  await page.goto("/login");
  await login();
  for (const path of ["/dashboard", "/members", "/projects/1"]) await page.goto(path, { waitUntil: "networkidle" });
  expect(foreign).toEqual([]);
});

test("every control of a list and a form is reached with the keyboard, with a visible focus", async ({
  page,
  login,
}) => {
  await login();
  for (const path of ["/members", "/members/1"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const expected = await page
      .locator("a[href], button, input:not([type=date]), select, textarea")
      .evaluateAll(
        (elements) =>
          elements.filter(
            (element) =>
              element.checkVisibility() && element.getAttribute("tabindex") !== "-1" && !element.matches(":disabled"),
          ).length,
      );
    const reached = new Set<string>();
    for (let step = 0; step < expected + 40; step++) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const style = getComputedStyle(element);
        const marked = [element, element.parentElement, element.closest(".control")].some(
          (candidate) => candidate && getComputedStyle(candidate).outlineStyle !== "none",
        );
        const all = [...document.querySelectorAll("*")];
        return {
          index: String(all.indexOf(element)),
          marked: marked || style.outlineStyle !== "none",
          html: element.outerHTML.slice(0, 120),
        };
      });
      if (!focus) continue;
      expect(focus.marked, focus.html).toBe(true);
      reached.add(focus.index);
    }
    expect(reached.size, path).toBeGreaterThanOrEqual(expected);
  }
});
