import { expect, it } from "vitest";
import { runSuites, type Suite } from "./test-lanes";

/** Runs suites in two lanes and keeps what they write. */
async function run(suites: Suite[], signal = new AbortController().signal, lanes = 2) {
  const written: string[] = [];
  const describe = (error: unknown) => String(error);
  const outcomes = await runSuites(suites, lanes, { signal, describe, write: (text) => written.push(text) });
  return { written, outcomes: Object.fromEntries(outcomes) };
}

/** A promise, and the function that fulfils it. */
function signpost() {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { reached, reach };
}

const passes = { passed: 1, failed: 0 };
const suite = (name: string, work: Suite["run"], rest: Partial<Suite> = {}): Suite => ({
  name,
  budgetSeconds: 10,
  run: work,
  ...rest,
});

it("runs two side by side, and the next one in the lane that is free", async () => {
  const order: string[] = [];
  const [build, lint, unit] = [signpost(), signpost(), signpost()];
  const { outcomes } = await run([
    suite("build", async () => {
      build.reach();
      // Would wait for ever if the others did not run beside this one.
      await Promise.all([lint.reached, unit.reached]);
      order.push("build");
      return passes;
    }),
    suite("lint", async () => {
      await build.reached;
      order.push("lint");
      lint.reach();
      return passes;
    }),
    suite("unit", async () => {
      order.push("unit");
      unit.reach();
      return passes;
    }),
  ]);
  expect(order).toEqual(["lint", "unit", "build"]);
  expect(outcomes).toEqual({ build: passes, lint: passes, unit: passes });
});

it("writes each suite's output in one piece, when it has ended", async () => {
  const [first, second] = [signpost(), signpost()];
  const { written } = await run([
    suite("one", async (_, print) => {
      print("one begins\n");
      first.reach();
      await second.reached;
      print("one ends\n");
      return passes;
    }),
    suite("two", async (_, print) => {
      await first.reached;
      print("two");
      second.reach();
      return passes;
    }),
  ]);
  const pieces = written.filter((text) => text.includes("────"));
  expect(pieces).toHaveLength(2);
  expect(pieces.find((text) => text.includes("one begins"))).toMatch(
    /one begins\none ends\none: 1 passed, 0 failed \(\d+\.\d s\)\n$/,
  );
});

it("takes others first while a suite waits for what it needs, and begins it also when that fails", async () => {
  const order: string[] = [];
  const lint = signpost();
  const { outcomes } = await run([
    suite("build", async () => {
      await lint.reached;
      order.push("build");
      throw new Error("broken");
    }),
    suite("types", async () => (order.push("types"), passes), { after: ["build"] }),
    suite("lint", async () => {
      order.push("lint");
      lint.reach();
      return passes;
    }),
  ]);
  expect(order).toEqual(["lint", "build", "types"]);
  expect(outcomes.build).toEqual({ passed: 0, failed: 1 });
});

it("does not wait for ever where suites wait for each other", async () => {
  const suites = [
    suite("one", async () => passes, { after: ["two"] }),
    suite("two", async () => passes, { after: ["one"] }),
  ];
  await expect(run(suites)).rejects.toThrow("one, two");
});

it("says what is left out and why, what failed without a report, and what took too long", async () => {
  const { written } = await run([
    suite("engine", async () => ({ passed: 0, failed: 0, leftOut: "nothing has changed" })),
    suite("build", async () => Promise.reject(new Error("broken"))),
    suite(
      "api",
      (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve({ passed: 0, failed: 1 }))),
      { budgetSeconds: 0.01 },
    ),
  ]);
  const said = written.join("");
  expect(said).toContain("engine: left out, nothing has changed");
  expect(said).toContain("Error: broken");
  expect(said).toContain("api took longer than its 0.01 s and was ended.");
});

it("starts nothing more once it is told to stop", async () => {
  const stop = new AbortController();
  const suites = [
    suite("one", async () => (stop.abort(), passes)),
    suite("two", async () => passes),
    suite("three", async () => passes, { after: ["two"] }),
  ];
  expect((await run(suites, stop.signal, 1)).outcomes).toEqual({ one: passes });
});
