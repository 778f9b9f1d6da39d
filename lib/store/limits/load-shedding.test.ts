import { beforeEach, describe, expect, it, vi } from "vitest";
import { Admission, type Ticket } from "./load-shedding";

let time = 0;
let utilization = 0;
let waited = 0;
const signals = { now: () => time, utilization: () => utilization, connectionsWaited: () => waited };
let admission: Admission;
beforeEach(() => {
  [time, utilization, waited] = [0, 0, 0];
  admission = new Admission(signals);
});

const enter = (count: number) => Array.from({ length: count }, () => admission.enter());
const countAdmitted = (tickets: (Ticket | null)[]) => tickets.filter((ticket) => ticket !== null).length;
/** Advances the clock by a number of windows, in each of which `finished` requests complete. */
function pass(windows: number, finished = 0) {
  for (let window = 0; window < windows; window += 1) {
    for (let index = 0; index < finished; index += 1) {
      const ticket = admission.enter();
      if (ticket) admission.leave(ticket);
    }
    time += 250;
    admission.tick();
  }
}

describe("load shedding", () => {
  it("load shedding admits all requests up to the maximum concurrency", () => {
    pass(10, 100);
    expect(countAdmitted(enter(200))).toBe(200);
    expect(countAdmitted(enter(200))).toBe(50);
    expect(admission.isFull, "a burst is no overload").toBe(false);
  });

  it("load shedding admits a whole burst while the thread is saturated only briefly", () => {
    utilization = 1;
    pass(3, 50);
    expect(countAdmitted(enter(200))).toBe(200);
  });

  it("load shedding limits concurrency to throughput times target latency after sustained saturation", () => {
    utilization = 1;
    pass(12, 100);
    // 400 requests a second at a target latency of 250 ms.
    expect(countAdmitted(enter(1_000))).toBe(100);
    expect(countAdmitted(enter(1_000))).toBe(0);
    expect(admission.isFull).toBe(true);
  });

  it("load shedding counts waiting for database connections as saturation", () => {
    waited = 3;
    pass(12, 100);
    expect(countAdmitted(enter(1_000))).toBe(100);
  });

  it("load shedding always admits a minimum number of requests", () => {
    utilization = 1;
    pass(12, 0);
    expect(countAdmitted(enter(100))).toBe(32);
  });

  it("load shedding does not count requests that have been running for 5 s", () => {
    utilization = 1;
    pass(12, 0);
    expect(countAdmitted(enter(100))).toBe(32);
    time += 5_000;
    expect(countAdmitted(enter(100))).toBe(32);
  });
});

describe("recovery from an overload", () => {
  it("load shedding raises its limit gradually after an overload, and lifts it once no requests are refused", () => {
    const onChange = vi.fn();
    admission = new Admission(signals, onChange);
    utilization = 1;
    pass(12, 100);
    expect(onChange).toHaveBeenLastCalledWith(true);
    utilization = 0.5;
    const first = enter(1_000);
    pass(1);
    first.forEach((ticket) => ticket && admission.leave(ticket));
    const second = countAdmitted(enter(1_000));
    expect(second).toBeGreaterThan(countAdmitted(first));
    expect(second).toBeLessThan(2 * countAdmitted(first));
    time += 5_000;
    pass(21);
    expect(admission.isFull).toBe(false);
    expect(onChange).toHaveBeenLastCalledWith(false);
    expect(countAdmitted(enter(1_000))).toBe(250);
  });
});
