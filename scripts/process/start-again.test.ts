import { describe, expect, it, vi } from "vitest";
import { startAgainOnce } from "./start-again";

/** A server that ends when the test says so. */
function fake() {
  const listeners: (() => void)[] = [];
  return {
    stop: vi.fn(async (): Promise<void> => undefined),
    onUnexpectedEnd: (listener: () => void) => void listeners.push(listener),
    end: () => listeners.forEach((listener) => listener()),
  };
}
type Fake = ReturnType<typeof fake>;

async function kept(servers: (Fake | Error)[]) {
  let time = 0;
  const said: string[] = [];
  const start = vi.fn(async () => {
    const next = servers.shift();
    if (!next || next instanceof Error) throw next ?? new Error("None is left");
    return next;
  });
  const running = await startAgainOnce(start, () => ({ ended: "ended", runsAgain: "runs again" }), {
    say: (text) => said.push(text),
    now: () => time,
  });
  const onEnd = vi.fn();
  running.onUnexpectedEnd(onEnd);
  return { running, start, said, onEnd, pass: (minutes: number) => (time += minutes * 60_000) };
}

describe("a server that ends by itself", () => {
  it("is started again, and a sentence says so", async () => {
    const [first, second] = [fake(), fake()];
    const { said, onEnd, start } = await kept([first, second]);
    first.end();
    await vi.waitFor(() => expect(said).toEqual(["ended", "runs again"]));
    expect(start).toHaveBeenLastCalledWith(true);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("is not when it ended a second time soon", async () => {
    const [first, second] = [fake(), fake()];
    const { said, onEnd, start, pass } = await kept([first, second]);
    first.end();
    await vi.waitFor(() => expect(said).toHaveLength(2));
    pass(9);
    second.end();
    expect(onEnd).toHaveBeenCalledOnce();
    expect(start).toHaveBeenCalledTimes(2);
  });

  it("is once more when it ran well for a while", async () => {
    const [first, second, third] = [fake(), fake(), fake()];
    const { said, onEnd, pass } = await kept([first, second, third]);
    first.end();
    await vi.waitFor(() => expect(said).toHaveLength(2));
    pass(10);
    second.end();
    await vi.waitFor(() => expect(said).toHaveLength(4));
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("ends what needs it when it does not start", async () => {
    const first = fake();
    const { said, onEnd } = await kept([first, new Error("No room")]);
    first.end();
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(said).toEqual(["ended", "No room"]);
  });
});

describe("a server that is stopped", () => {
  it("is not started again", async () => {
    const first = fake();
    const { running, start, onEnd } = await kept([first]);
    first.stop.mockImplementation(async () => void first.end());
    await running.stop();
    expect(start).toHaveBeenCalledOnce();
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("while it is being started again is stopped when it runs", async () => {
    const [first, second] = [fake(), fake()];
    const { running } = await kept([first, second]);
    first.end();
    await running.stop();
    expect(second.stop).toHaveBeenCalledOnce();
  });
});
