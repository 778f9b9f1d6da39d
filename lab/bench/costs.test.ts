import { expect, it } from "vitest";
import { checkCosts, isCosted } from "./costs";
import { RECORDED_COSTS, TOLERANCE } from "./recorded-costs";
import { workloads } from "./workloads";

const recorded = RECORDED_COSTS.get("one record") ?? Number.NaN;

it("checkCosts reports a workload beyond the tolerance, and one without a recorded cost", () => {
  const { failures } = checkCosts([
    { name: "one record", cost: recorded * TOLERANCE },
    { name: "one record", cost: recorded * TOLERANCE + 0.01 },
    { name: "another", cost: 0.01 },
  ]);
  expect(failures).toEqual([
    expect.stringMatching(/^one record costs .* more than/),
    expect.stringMatching(/^another costs/),
  ]);
});

it("RECORDED_COSTS has the cost of each measured workload", () => {
  const measured = workloads(1000).filter(isCosted);
  expect([...RECORDED_COSTS.keys()]).toEqual(measured.map(({ name }) => name));
});
