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
const letIn = (tickets: (Ticket | null)[]) => tickets.filter((ticket) => ticket !== null).length;
/** Lets windows pass, in each of which so many requests come to their end. */
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

describe("requests are let in", () => {
  it("all of them while there is room, and never more at once than could be answered in time", () => {
    pass(10, 100);
    expect(letIn(enter(200))).toBe(200);
    expect(letIn(enter(200))).toBe(50);
    expect(admission.isFull, "a burst is no overload").toBe(false);
  });

  it("all of a burst, too, though the thread is busy with it for a moment", () => {
    utilization = 1;
    pass(3, 50);
    expect(letIn(enter(200))).toBe(200);
  });

  it("as many as are answered in time, when it has been busy for longer", () => {
    utilization = 1;
    pass(12, 100);
    // 400 a second, of which each may take a quarter of one.
    expect(letIn(enter(1_000))).toBe(100);
    expect(letIn(enter(1_000))).toBe(0);
    expect(admission.isFull).toBe(true);
  });

  it("also when connections are waited for, though the thread has time", () => {
    waited = 3;
    pass(12, 100);
    expect(letIn(enter(1_000))).toBe(100);
  });

  it("a few in any case", () => {
    utilization = 1;
    pass(12, 0);
    expect(letIn(enter(100))).toBe(32);
  });

  it("beside what takes long: an export is no queue", () => {
    utilization = 1;
    pass(12, 0);
    expect(letIn(enter(100))).toBe(32);
    time += 5_000;
    expect(letIn(enter(100))).toBe(32);
  });
});

describe("after an overload", () => {
  it("more are let in bit by bit while many still ask, and all once nobody is refused any more", () => {
    const onChange = vi.fn();
    admission = new Admission(signals, onChange);
    utilization = 1;
    pass(12, 100);
    expect(onChange).toHaveBeenLastCalledWith(true);
    utilization = 0.5;
    const first = enter(1_000);
    pass(1);
    first.forEach((ticket) => ticket && admission.leave(ticket));
    const second = letIn(enter(1_000));
    expect(second).toBeGreaterThan(letIn(first));
    expect(second).toBeLessThan(2 * letIn(first));
    time += 5_000;
    pass(21);
    expect(admission.isFull).toBe(false);
    expect(onChange).toHaveBeenLastCalledWith(false);
    expect(letIn(enter(1_000))).toBe(250);
  });
});
