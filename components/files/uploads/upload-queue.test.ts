import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/lib/base/browser/api-client";
import { createUploadQueue, type SendUpload, type Upload } from "./upload-queue";

const TARGET = { kind: "projects", id: 7, label: "Atlas" };
const fileNamed = (name: string) => new File(["text"], name);
const accept = () => null;

type Sent = {
  upload: Upload;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  resolve: (datei_id: number) => void;
  reject: (error: Error) => void;
};

/** A queue whose uploads end when the test says so. */
function startQueue() {
  const sent: Sent[] = [];
  const send: SendUpload = (upload, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      sent.push({ upload, signal, onProgress, resolve, reject });
    });
  const queue = createUploadQueue(send);
  const states = () => queue.getUploads().map(({ file, state }) => [file.name, state.is]);
  const sentNames = () => sent.map(({ upload }) => upload.file.name);
  const get = (index: number) => {
    const found = sent[index];
    if (!found) throw new Error(`Upload ${index} was not sent`);
    return found;
  };
  return { queue, states, sentNames, get };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("createUploadQueue", () => {
  it("sends two files at a time", async () => {
    const { queue, states, sentNames, get } = startQueue();
    queue.add(TARGET, ["a", "b", "c"].map(fileNamed), accept);
    expect(sentNames()).toEqual(["a", "b"]);
    get(0).resolve(1);
    await settle();
    expect(sentNames()).toEqual(["a", "b", "c"]);
    expect(states()).toEqual([
      ["a", "stored"],
      ["b", "sending"],
      ["c", "sending"],
    ]);
  });

  it("reports how much of a file is sent", () => {
    const { queue, get } = startQueue();
    queue.add(TARGET, [fileNamed("a")], accept);
    get(0).onProgress(0.4);
    expect(queue.getUploads()[0]?.state).toEqual({ is: "sending", share: 0.4 });
  });

  it("keeps what was stored until it is dismissed", async () => {
    const { queue, get } = startQueue();
    queue.add(TARGET, [fileNamed("a")], accept, 12);
    get(0).resolve(12);
    await settle();
    expect(queue.getUploads()[0]?.state).toEqual({ is: "stored", datei_id: 12 });
    queue.cancel(get(0).upload.key);
    expect(queue.getUploads()).toEqual([]);
  });

  it("aborts a cancelled upload, and goes on with the next one", async () => {
    const { queue, states, sentNames, get } = startQueue();
    queue.add(TARGET, ["a", "b", "c"].map(fileNamed), accept);
    queue.cancel(get(0).upload.key);
    await settle();
    expect(get(0).signal.aborted).toBe(true);
    expect(sentNames()).toEqual(["a", "b", "c"]);
    expect(states().map(([name]) => name)).toEqual(["b", "c"]);
  });

  it("repeats an upload after the time that the server asks for, and sends no other one before", async () => {
    const { queue, states, sentNames, get } = startQueue();
    queue.add(TARGET, ["a", "b", "c"].map(fileNamed), accept);
    get(0).reject(new ApiError(429, "too_many_requests", { retryAfterSeconds: 30 }));
    await settle();
    expect(states()).toEqual([
      ["a", "waiting"],
      ["b", "sending"],
      ["c", "waiting"],
    ]);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(sentNames()).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sentNames()).toEqual(["a", "b", "a"]);
  });

  it.each([
    ["a refusal", new ApiError(422, "validation_failed", { body: { errors: { file: ["type"] } } })],
    ["a lost connection", new ApiError(0, "error_api")],
    ["too many requests without a time", new ApiError(429, "too_many_requests")],
  ])("keeps an upload that failed by %s until it is retried", async (_, error) => {
    const { queue, states, sentNames, get } = startQueue();
    queue.add(TARGET, [fileNamed("a")], accept);
    get(0).reject(error);
    await settle();
    expect(states()).toEqual([["a", "failed"]]);
    queue.retry(get(0).upload.key);
    expect(sentNames()).toEqual(["a", "a"]);
  });

  it("does not send a file that the server would refuse", () => {
    const { queue, states, sentNames } = startQueue();
    const failure = new ApiError(422, "validation_failed", { body: { errors: { file: ["empty"] } } });
    queue.add(TARGET, [fileNamed("a"), fileNamed("b")], ({ name }) => (name === "a" ? failure : null));
    expect(sentNames()).toEqual(["b"]);
    expect(states()).toEqual([
      ["a", "failed"],
      ["b", "sending"],
    ]);
  });
});
