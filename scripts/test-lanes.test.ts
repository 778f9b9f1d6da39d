import { expect, it } from "vitest";
import { runLanes, type Suite } from "./test-lanes";

/** Runs lanes and keeps what they write. */
async function run(lanes: Suite[][], signal = new AbortController().signal) {
  const written: string[] = [];
  const describe = (error: unknown) => String(error);
  const outcomes = await runLanes(lanes, { signal, describe, write: (text) => written.push(text) });
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

it("runs lanes side by side, and a lane's suites one after the other", async () => {
  const order: string[] = [];
  const [build, lint] = [signpost(), signpost()];
  const lanes = [
    [
      suite("build", async () => {
        build.reach();
        // Would wait for ever if the other lane began after this one.
        await lint.reached;
        order.push("build");
        return passes;
      }),
      suite("e2e", async () => (order.push("e2e"), passes)),
    ],
    [
      suite("lint", async () => {
        await build.reached;
        lint.reach();
        return passes;
      }),
    ],
  ];
  const { outcomes } = await run(lanes);
  expect(order).toEqual(["build", "e2e"]);
  expect(outcomes).toEqual({ build: passes, e2e: passes, lint: passes });
});

it("writes each suite's output in one piece, when it has ended", async () => {
  const [first, second] = [signpost(), signpost()];
  const { written } = await run([
    [
      suite("one", async (_, print) => {
        print("one begins\n");
        first.reach();
        await second.reached;
        print("one ends\n");
        return passes;
      }),
    ],
    [
      suite("two", async (_, print) => {
        await first.reached;
        print("two");
        second.reach();
        return passes;
      }),
    ],
  ]);
  const pieces = written.filter((text) => text.includes("────"));
  expect(pieces).toHaveLength(2);
  expect(pieces.find((text) => text.includes("one begins"))).toMatch(
    /one begins\none ends\none: 1 passed, 0 failed \(\d+\.\d s\)\n$/,
  );
});

it("waits for suites of other lanes that come first, also when they fail", async () => {
  const order: string[] = [];
  const { outcomes } = await run([
    [suite("types", async () => (order.push("types"), passes), { after: ["build"] })],
    [
      suite("build", async () => {
        order.push("build");
        throw new Error("broken");
      }),
    ],
  ]);
  expect(order).toEqual(["build", "types"]);
  expect(outcomes.build).toEqual({ passed: 0, failed: 1 });
});

it("says what is left out and why, what failed without a report, and what took too long", async () => {
  const { written } = await run([
    [
      suite("engine", async () => ({ passed: 0, failed: 0, leftOut: "nothing has changed" })),
      suite("build", async () => Promise.reject(new Error("broken"))),
      suite(
        "api",
        (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve({ passed: 0, failed: 1 }))),
        { budgetSeconds: 0.01 },
      ),
    ],
  ]);
  const said = written.join("");
  expect(said).toContain("engine: left out, nothing has changed");
  expect(said).toContain("Error: broken");
  expect(said).toContain("api took longer than its 0.01 s and was ended.");
});

it("starts nothing more once it is told to stop", async () => {
  const stop = new AbortController();
  const lane = [
    suite("one", async () => (stop.abort(), passes)),
    suite("two", async () => passes),
    suite("three", async () => passes, { after: ["two"] }),
  ];
  expect((await run([lane], stop.signal)).outcomes).toEqual({ one: passes });
});
