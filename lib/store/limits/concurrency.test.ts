import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { concurrencyStates, takeSlot, withConcurrencyLimit } from "./concurrency";
import { admission } from "./load-shedding";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

/** With a pool of ten connections, five lists run at once, two of them for one user. */
const PLACES = 5;
const releases: (() => void)[] = [];
/** Work that holds its slot until the end of the test. */
const occupy = () => new Promise<void>((resolve) => void releases.push(resolve));
const outcome = async (work: Promise<unknown>) => {
  let status = "waits";
  work.then(
    () => (status = "done"),
    (error: Error) => (status = error.message),
  );
  await Promise.resolve();
  return () => status;
};
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  // Each released call admits the next waiting one.
  while (releases.length > 0) {
    releases.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const takeAll = () => {
  for (let user = 1; user <= PLACES; user += 1) void withConcurrencyLimit("reading", user, occupy);
};

it("a call waits up to 10 s for a free slot in a burst", async () => {
  takeAll();
  const status = await outcome(withConcurrencyLimit("reading", 9, async () => "read"));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(status()).toBe("waits");
  await vi.advanceTimersByTimeAsync(1);
  expect(status()).toBe("error_api");
});

it("a new call is refused after 400 ms once a queue has persisted for 2 s", async () => {
  takeAll();
  await outcome(withConcurrencyLimit("reading", 8, async () => "read"));
  await vi.advanceTimersByTimeAsync(2_001);
  const status = await outcome(withConcurrencyLimit("reading", 9, async () => "read"));
  await vi.advanceTimersByTimeAsync(399);
  expect(status()).toBe("waits");
  await vi.advanceTimersByTimeAsync(1);
  expect(status()).toBe("error_api");
});

it("a new call is refused after 400 ms while the instance is overloaded", async () => {
  vi.spyOn(admission(), "isFull", "get").mockReturnValue(true);
  takeAll();
  const status = await outcome(withConcurrencyLimit("reading", 9, async () => "read"));
  await vi.advanceTimersByTimeAsync(400);
  expect(status()).toBe("error_api");
});

it("a user over quota waits up to 10 s while other slots are free", async () => {
  for (let time = 0; time < 3; time += 1) void withConcurrencyLimit("reading", 1, occupy).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(3_000);
  const status = await outcome(withConcurrencyLimit("reading", 1, async () => "read"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(status()).toBe("waits");
});

it("operations that are slow themselves keep the long wait, even during an overload", async () => {
  vi.spyOn(admission(), "isFull", "get").mockReturnValue(true);
  for (let user = 1; user <= 2; user += 1) void withConcurrencyLimit("printing", user, occupy);
  const status = await outcome(withConcurrencyLimit("printing", 9, async () => "drawn"));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(status()).toBe("waits");
});

it("a free slot goes to the first waiting user who is below quota", async () => {
  for (const user of [1, 1, 2, 3, 4]) void withConcurrencyLimit("reading", user, occupy);
  await vi.advanceTimersByTimeAsync(0);
  const entered: string[] = [];
  const enters = (name: string) => () => {
    entered.push(name);
    return occupy();
  };
  for (const [name, user] of [
    ["third call of user 1", 1],
    ["user 5", 5],
    ["user 6", 6],
  ] as const) {
    void withConcurrencyLimit("reading", user, enters(name)).catch(() => undefined);
  }
  releases.pop()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toEqual(["user 5"]);
});

it("withConcurrencyLimit limits the waiting calls of one user without refusing those of other users", async () => {
  for (let time = 0; time < 102; time += 1) void withConcurrencyLimit("reading", 1, occupy).catch(() => undefined);
  const more = await outcome(withConcurrencyLimit("reading", 1, occupy));
  for (let user = 2; user <= 4; user += 1) void withConcurrencyLimit("reading", user, occupy);
  const another = await outcome(withConcurrencyLimit("reading", 5, occupy));
  await vi.advanceTimersByTimeAsync(0);
  expect(more()).toBe("too_many_requests");
  expect(another()).toBe("waits");
});

it("takeSlot lets a third call wait until one of two taken slots is given back", async () => {
  const [release, other] = [await takeSlot("printing", 1), await takeSlot("printing", 2)];
  releases.push(other);
  const status = await outcome(takeSlot("printing", 3).then((free) => releases.push(free)));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(status()).toBe("waits");
  release();
  await vi.advanceTimersByTimeAsync(0);
  expect(status()).toBe("done");
});

it("takeSlot counts a slot that is given back twice once", async () => {
  releases.push(await takeSlot("printing", 2));
  const release = await takeSlot("printing", 1);
  release();
  release();
  expect(concurrencyStates().find(({ name }) => name === "printing")).toMatchObject({ taken: 1 });
});

it("an upload that gets no slot within a minute is refused as one too many", async () => {
  for (let user = 1; user <= 4; user += 1) {
    void withConcurrencyLimit("storing", user, occupy);
    void withConcurrencyLimit("storing", user, occupy);
  }
  const status = await outcome(withConcurrencyLimit("storing", 9, async () => "stored"));
  await vi.advanceTimersByTimeAsync(59_999);
  expect(status()).toBe("waits");
  await vi.advanceTimersByTimeAsync(1);
  expect(status()).toBe("too_many_requests");
});
