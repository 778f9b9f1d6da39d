import { afterEach, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  ifApiError,
  ignoreFailure,
  isAbort,
  readBytes,
  readPage,
  request,
  requestDetailed,
  setUnauthenticatedHandler,
} from "./api-client";

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const fetchMock = vi.fn(async (_path: string, _init: RequestInit) => new Response(text, { status, headers }));
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error("expected an ApiError");
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("request", () => {
  it("request sends and parses JSON, and asks for a minimal response on demand", async () => {
    const fetchMock = answer(200, { success: true, message: "data_saved" });
    const result = await request("PUT", "/api/members/1", { body: { vorname: "Jana" }, preferMinimal: true });
    expect(result).toEqual({ success: true, message: "data_saved" });
    expect(fetchMock).toHaveBeenCalledWith(
      "/api/members/1",
      expect.objectContaining({
        method: "PUT",
        body: '{"vorname":"Jana"}',
        headers: { Accept: "application/json", "Content-Type": "application/json", Prefer: "return=minimal" },
      }),
    );
  });

  it("request sends neither body nor content type when there is no body", async () => {
    const fetchMock = answer(200, {});
    await request("DELETE", "/api/members/1");
    const init = fetchMock.mock.calls[0]?.[1];
    expect(init?.body).toBeUndefined();
    expect(init?.headers).toEqual({ Accept: "application/json" });
  });

  it("request returns a documented refusal as data", async () => {
    answer(200, { success: false, message: "already_exists" });
    await expect(request("POST", "/api/members/project/1/2")).resolves.toEqual({
      success: false,
      message: "already_exists",
    });
  });

  it("request throws the code and the field errors of a 422", async () => {
    answer(422, { success: false, message: "validation_failed", errors: { email: ["email"] } });
    const error = await failureOf(request("POST", "/api/members/new", { body: {} }));
    expect(error).toMatchObject({ status: 422, code: "validation_failed", errors: { email: ["email"] } });
  });

  it("requestDetailed sends the expected version as If-Match and returns the new one from the ETag", async () => {
    const fetchMock = answer(200, { success: true }, { ETag: '"8"' });
    const saved = await requestDetailed("PUT", "/api/members/1", { body: {}, ifMatch: 7 });
    expect(saved).toEqual({ answer: { success: true }, version: 8 });
    expect(fetchMock.mock.calls[0]?.[1].headers).toMatchObject({ "If-Match": '"7"' });
  });

  it.each([
    ['"12"', 12],
    ['W/"12"', 12],
    ['"12-gzip"', 12],
    ['"abc"', undefined],
    [undefined, undefined],
  ])("requestDetailed reads an ETag of %j, as a proxy may rewrite it, as version %j", async (etag, version) => {
    answer(200, {}, etag ? { ETag: etag } : {});
    expect((await requestDetailed("GET", "/api/members/1")).version).toBe(version);
  });

  it("request throws the current record and its version on an edit conflict", async () => {
    const body = { success: false, message: "edit_conflict", data: { ph_id: 1, telefon: "0711" } };
    answer(412, body, { ETag: '"9"' });
    const error = await failureOf(request("PUT", "/api/members/1", { body: {}, ifMatch: 7 }));
    expect(error).toMatchObject({ status: 412, code: "edit_conflict", version: 9, body });
  });

  it.each([
    ["720", 720],
    ["Fri, 20 Nov 2026 10:00:00 GMT", undefined],
    [undefined, undefined],
  ])("request reads a Retry-After of %j as %j seconds", async (header, seconds) => {
    answer(429, { success: false, message: "too_many_requests" }, header ? { "Retry-After": header } : {});
    const error = await failureOf(request("POST", "/api/auth/login", { body: {} }));
    expect(error).toMatchObject({ status: 429, code: "too_many_requests" });
    expect(error.retryAfterSeconds).toBe(seconds);
  });

  it.each([
    [503, { success: false, message: "anything" }],
    [500, "<html>proxy error</html>"],
    [500, { success: false, message: "internal_error" }],
    [502, ""],
    [200, "not JSON"],
  ])("request reads a %i with %j as error_api", async (status, body) => {
    answer(status, body);
    expect((await failureOf(request("GET", "/api/global"))).code).toBe("error_api");
  });

  it.each([
    [413, "<html>413 Request Entity Too Large</html>", "proxy_too_large"],
    [429, "", "too_many_requests"],
    [403, "<html>Forbidden</html>", "proxy_refused"],
    [413, { success: false, message: "payload_too_large" }, "payload_too_large"],
  ])("request reads a %i with %j, which a proxy may send, as %s", async (status, body, code) => {
    answer(status, body);
    expect((await failureOf(request("POST", "/api/projects/1/files", { body: {} }))).code).toBe(code);
  });

  it("request keeps the code storage_full when the disk is full", async () => {
    answer(507, { success: false, message: "storage_full" });
    expect(await failureOf(request("GET", "/api/global"))).toMatchObject({ status: 507, code: "storage_full" });
  });

  it("request reads a network failure as error_api", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failureOf(request("GET", "/api/global"))).toMatchObject({ status: 0, code: "error_api" });
  });

  it("request rethrows an abort unchanged", async () => {
    const controller = new AbortController();
    vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
      controller.abort();
      return Promise.reject(init.signal?.reason);
    });
    const error: unknown = await request("GET", "/api/members", { signal: controller.signal }).catch((e: unknown) => e);
    expect(isAbort(error)).toBe(true);
  });

  it("an aborted request ends as aborted although the connection was lost at the same time", async () => {
    const controller = new AbortController();
    vi.stubGlobal("fetch", async () => {
      controller.abort();
      throw new TypeError("Failed to fetch");
    });
    const error: unknown = await request("GET", "/api/members", { signal: controller.signal }).catch((e: unknown) => e);
    expect(isAbort(error)).toBe(true);
  });

  it("request reports a body that cannot be written as JSON as an error of the program", async () => {
    const fetchMock = answer(200, {});
    await expect(request("POST", "/api/members/new", { body: { id: 1n } })).rejects.toThrow(TypeError);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("request calls the registered handler when a session has ended, awaits it, then throws", async () => {
    const steps: string[] = [];
    const restore = setUnauthenticatedHandler(async () => {
      await Promise.resolve();
      steps.push("handled");
      return false;
    });
    answer(401, { success: false, message: "unauthenticated" });
    const error = await failureOf(request("GET", "/api/members"));
    steps.push("thrown");
    expect(error).toMatchObject({ status: 401, code: "unauthenticated" });
    expect(steps).toEqual(["handled", "thrown"]);
    restore();
  });

  it("request retries when there is a new session", async () => {
    let calls = 0;
    const restore = setUnauthenticatedHandler(async () => {
      answer(200, { success: true, message: "data_updated" });
      return true;
    });
    vi.stubGlobal("fetch", async () => {
      calls += 1;
      return Response.json({ success: false, message: "unauthenticated" }, { status: 401 });
    });
    expect(await request("PUT", "/api/members/1", { body: {} })).toMatchObject({ message: "data_updated" });
    expect(calls).toBe(1);
    restore();
  });

  it("request does not call the handler for a 401 of the login itself", async () => {
    const handler = vi.fn();
    const restore = setUnauthenticatedHandler(handler);
    answer(401, { success: false, message: "unauthenticated" });
    await failureOf(request("POST", "/api/auth/login", { body: {} }));
    expect(handler).not.toHaveBeenCalled();
    restore();
  });
});

describe("readBytes", () => {
  const { signal } = new AbortController();

  it("readBytes returns the bytes of a file, whatever they are", async () => {
    vi.stubGlobal("fetch", async () => new Response(new Uint8Array([0x25, 0, 0xff])));
    expect([...(await readBytes("/api/files/1/content", signal))]).toEqual([0x25, 0, 0xff]);
  });

  it("readBytes reads the file again when there is a new session", async () => {
    const restore = setUnauthenticatedHandler(async () => true);
    let isLoggedIn = false;
    vi.stubGlobal("fetch", async () => {
      if (isLoggedIn) return new Response(new Uint8Array([1, 2]));
      isLoggedIn = true;
      return Response.json({ success: false, message: "unauthenticated" }, { status: 401 });
    });
    expect((await readBytes("/api/files/1/content", signal)).length).toBe(2);
    restore();
  });

  it("readBytes throws the code of a refusal", async () => {
    answer(404, { success: false, message: "data_not_found" });
    expect(await failureOf(readBytes("/api/files/1/content", signal))).toMatchObject({
      status: 404,
      code: "data_not_found",
    });
  });

  it("readBytes throws error_api when the connection is lost while the file is read", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) });
    vi.stubGlobal("fetch", async () => new Response(body));
    expect(await failureOf(readBytes("/api/files/1/content", signal))).toMatchObject({ code: "error_api" });
  });
});

describe("readPage", () => {
  it("readPage throws error_api when the connection is lost", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
    expect(await failureOf(readPage("/members"))).toMatchObject({ status: 0, code: "error_api" });
  });

  it("readPage throws error_api when the connection is lost while the page is read", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("network error")) });
    vi.stubGlobal("fetch", async () => new Response(body));
    expect(await failureOf(readPage("/members"))).toMatchObject({ status: 0, code: "error_api" });
  });

  it("readPage throws error_api with the status of a page that is not there", async () => {
    answer(404, "");
    expect(await failureOf(readPage("/members"))).toMatchObject({ status: 404, code: "error_api" });
  });
});

const aborted = () => new DOMException("aborted", "AbortError");

describe("ignoreFailure", () => {
  it.each([
    ["a failed request", new ApiError(0, "error_api")],
    ["an aborted request", aborted()],
  ])("ignoreFailure ignores %s", (_name, error) => expect(ignoreFailure(error)).toBeUndefined());

  it.each([
    ["an error of the program", new TypeError("x is undefined")],
    ["another failure of the browser", new DOMException("denied", "NotAllowedError")],
    ["a value that is no error", undefined],
  ])("ignoreFailure throws %s again", async (_name, error) => {
    await expect(Promise.reject(error).catch(ignoreFailure)).rejects.toBe(error);
  });
});

describe("ifApiError", () => {
  it("ifApiError returns the handler's result for a failed request", async () => {
    const failed = Promise.reject(new ApiError(404, "data_not_found"));
    await expect(failed.catch(ifApiError(({ code }) => code))).resolves.toBe("data_not_found");
  });

  it.each([
    ["ignores an aborted request", aborted(), false],
    ["throws an error of the program again", new TypeError("x is undefined"), true],
  ])("ifApiError %s without calling the handler", async (_name, error, isThrown) => {
    const handle = vi.fn();
    const handled = Promise.reject(error).catch(ifApiError(handle));
    if (isThrown) await expect(handled).rejects.toBe(error);
    else await expect(handled).resolves.toBeUndefined();
    expect(handle).not.toHaveBeenCalled();
  });
});
