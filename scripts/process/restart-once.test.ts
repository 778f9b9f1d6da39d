import { describe, expect, it, vi } from "vitest";
import { restartOnce } from "./restart-once";

/** A server that ends when the test calls `end`, or when it is stopped. */
function fakeServer() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end, stop: vi.fn(async () => end()) };
}
type FakeServer = ReturnType<typeof fakeServer>;

async function startAll(servers: (FakeServer | Error)[]) {
  let time = 0;
  const logged: string[] = [];
  const start = vi.fn(async (_isRestart: boolean) => {
    const next = servers.shift();
    if (!next || next instanceof Error) throw next ?? new Error("No more servers");
    return next;
  });
  const messages = { ended: "ended", restarted: "restarted" };
  const running = await restartOnce(start, messages, { log: (text) => logged.push(text), now: () => time });
  const onEnd = vi.fn();
  void running.ended.then(onEnd);
  return { running, start, logged, onEnd, pass: (minutes: number) => (time += minutes * 60_000) };
}

describe("servers that end unexpectedly", () => {
  it("a server that ends unexpectedly is restarted, which is logged", async () => {
    const [first, second] = [fakeServer(), fakeServer()];
    const { logged, onEnd, start } = await startAll([first, second]);
    first.end();
    await vi.waitFor(() => expect(logged).toEqual(["ended", "restarted"]));
    expect(start).toHaveBeenLastCalledWith(true);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("a server that ends unexpectedly is not restarted again within ten minutes", async () => {
    const [first, second] = [fakeServer(), fakeServer()];
    const { logged, onEnd, start, pass } = await startAll([first, second]);
    first.end();
    await vi.waitFor(() => expect(logged).toHaveLength(2));
    pass(9);
    second.end();
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(start).toHaveBeenCalledTimes(2);
  });

  it("a server that ends unexpectedly is restarted again after ten minutes", async () => {
    const [first, second, third] = [fakeServer(), fakeServer(), fakeServer()];
    const { logged, onEnd, pass } = await startAll([first, second, third]);
    first.end();
    await vi.waitFor(() => expect(logged).toHaveLength(2));
    pass(10);
    second.end();
    await vi.waitFor(() => expect(logged).toHaveLength(4));
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("a server has ended for good when its restart fails", async () => {
    const first = fakeServer();
    const { logged, onEnd } = await startAll([first, new Error("No space")]);
    first.end();
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(logged).toEqual(["ended", "No space"]);
  });
});

describe("servers that are stopped", () => {
  it("a server that is stopped is not restarted", async () => {
    const { running, start } = await startAll([fakeServer()]);
    await running.stop();
    expect(start).toHaveBeenCalledOnce();
  });

  it("a server that is stopped during a restart is stopped when it runs", async () => {
    const [first, second] = [fakeServer(), fakeServer()];
    const { running, start } = await startAll([first, second]);
    first.end();
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2));
    await running.stop();
    expect(second.stop).toHaveBeenCalled();
  });
});
