import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { sendMail } from "@/lib/store/mail/send-mail";
import { tracedRequest } from "@/lib/base/observability/requests";
import { startTracing } from "@/lib/base/observability/start-tracing";
import { setTracing, tracing, within } from "@/lib/base/observability/tracing";
import { createMember } from "../../support/factories";
import { call, loggedIn } from "../../support/api";
import type { Span } from "../../support/servers/collector";
import { configure } from "../../support/configure";
import {
  clearJobs,
  createSubscriber,
  monday,
  queueDigests,
  startAppMailServer,
  startDigestRunner,
} from "../../support/records/digests";
import { tracedTest } from "../../support/traces";

const [INTERNAL, SERVER, CLIENT, CONSUMER] = [1, 2, 3, 5];
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

const spansNamed = (spans: readonly Span[], name: string) => spans.filter((span) => span.name === name);
const childrenOf = (spans: readonly Span[], { spanId }: Span) => spans.filter((span) => span.parentSpanId === spanId);

describe("calls", () => {
  it("a call is one span named by its route, with its statements as children", async () => {
    const { collector, sentSpans } = await tracedTest();
    const api = await loggedIn();
    const id = await createMember(db());
    const answer = await api.get(`/api/members/${id}`);
    const spans = await sentSpans();
    const [span, ...others] = spansNamed(spans, "GET /api/members/{ph_id}") as [Span];
    expect(others).toEqual([]);
    expect(span).toMatchObject({ kind: SERVER, status: { code: 0 } });
    expect(span.parentSpanId).toBeUndefined();
    expect(span.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/api/members/{ph_id}",
      "http.response.status_code": 200,
      "cooperation.request_id": answer.headers.get("x-request-id"),
    });
    const statements = childrenOf(spans, span);
    expect(statements.map(({ name }) => name)).toContain("SELECT members");
    for (const { kind, traceId, attributes } of statements) {
      expect({ kind, traceId }).toEqual({ kind: CLIENT, traceId: span.traceId });
      expect(attributes).toMatchObject({ "db.system.name": "postgresql" });
    }
    expect(collector.requests()[0]).toBe("POST /v1/traces");
    expect(collector.resource()).toMatchObject({ "service.name": "cooperation-database" });
    expect(Object.keys(collector.resource()).join()).not.toMatch(/process|host|os\./);
  });

  it("a call continues the trace of a traceparent when TRUST_TRACEPARENT is on", async () => {
    const { sentSpans } = await tracedTest();
    configure({ TRUST_TRACEPARENT: true });
    const send = (traceparent: string) => call("GET", "/api/members", { headers: { traceparent } });
    await send(`00-${TRACE}-${PARENT}-01`);
    await send("00-what-ever-01");
    // The flags `00` mean that the caller does not sample this trace.
    await send(`00-${TRACE.replace("0", "1")}-${PARENT}-00`);
    await call("GET", "/api/health");
    const allSpans = await sentSpans();
    const spans = allSpans.filter(({ kind }) => kind === SERVER);
    expect(spansNamed(allSpans, "GET /api/members")).toEqual(spans);
    expect(spans).toHaveLength(2);
    expect(spans[0]).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    expect(spans[1]!.traceId).not.toBe(TRACE);
    expect(spans[1]!.parentSpanId).toBeUndefined();
  });

  it("a call starts a new trace by default, ignoring traceparent", async () => {
    const { sentSpans } = await tracedTest();
    for (const flags of ["01", "00"]) {
      await call("GET", "/api/members", { headers: { traceparent: `00-${TRACE}-${PARENT}-${flags}` } });
    }
    const spans = spansNamed(await sentSpans(), "GET /api/members");
    expect(spans).toHaveLength(2);
    for (const { traceId, parentSpanId } of spans)
      expect([traceId === TRACE, parentSpanId]).toEqual([false, undefined]);
  });

  it.each([
    [false, undefined],
    [true, PARENT],
  ])(
    "a call over a connection is a child of the traceparent's span only if trusted (%s)",
    async (isTrusted, parent) => {
      const { sentSpans } = await tracedTest();
      configure({ TRUST_TRACEPARENT: isTrusted });
      const server = createServer((request, response) => tracedRequest(request, response, () => response.end()));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo;
      const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, connection: "close" };
      await (await fetch(`http://127.0.0.1:${port}/members`, { headers })).text();
      // Only a build knows the page's route, which then is a part of the name.
      const spans = (await sentSpans()).filter(({ name }) => /^GET( \/members)?$/.test(name));
      expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([parent]);
    },
  );

  it("the span of a failed call has its status, and that of a failed statement its error code", async () => {
    const { sentSpans } = await tracedTest();
    const api = await loggedIn();
    const failingSpan = tracing()!.begin("test", "server", {}, undefined);
    await within(failingSpan, () => db().$queryRaw`SELECT 1/0 AS n FROM members`.catch(() => undefined));
    failingSpan.end();
    await api.get("/api/members/987654321");
    const spans = await sentSpans();
    const [notFoundSpan] = spansNamed(spans, "GET /api/members/{ph_id}") as [Span];
    expect(notFoundSpan).toMatchObject({ status: { code: 0 }, attributes: { "http.response.status_code": 404 } });
    const [statement] = childrenOf(spans, spansNamed(spans, "test")[0]!) as [Span];
    expect(statement).toMatchObject({ status: { code: 2 }, attributes: { "error.type": "22012" } });
    expect(statement.status.message).toBeUndefined();
  });

  it("a call has only its own statements while concurrent calls wait for connections", async () => {
    const { sentSpans } = await tracedTest();
    const api = await loggedIn();
    const id = await createMember(db());
    await api.get(`/api/members/${id}`);
    await Promise.all(Array.from({ length: 5 * env().DATABASE_POOL_SIZE }, () => api.get(`/api/members/${id}`)));
    const spans = await sentSpans();
    const counts = spansNamed(spans, "GET /api/members/{ph_id}").map((span) => childrenOf(spans, span).length);
    expect(counts).toHaveLength(5 * env().DATABASE_POOL_SIZE + 1);
    expect(new Set(counts)).toEqual(new Set([counts[0]]));
  });
});

describe("exported spans", () => {
  it("exported spans contain no personal data, search terms, written values or users", async () => {
    const { collector, sentSpans } = await tracedTest();
    const words = ["Zaphodine", "Quarzbichler", "zaphodine@quarz.example", "Krambambuli", "Xylotrop"];
    const [vorname, nachname, email, kommentare, searchTerm] = words as [string, string, string, string, string];
    const folder = mkdtempSync(path.join(tmpdir(), "cooperation-traces-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    configure({ MAIL_DIR: folder, SMTP_URL: undefined });
    const api = await loggedIn({ name: `${vorname} FROM ${nachname.toLowerCase()}`, email, role: "admin" });
    const id = await createMember(db(), { vorname, nachname, email, kommentare });
    expect((await api.put(`/api/members/${id}`, { kommentare: `${kommentare} INTO ${searchTerm}` })).status).toBe(200);
    for (const query of [`filter=${searchTerm}`, `where[nachname][contains]=${nachname}`, `filter=${vorname}`])
      expect((await api.get(`/api/members?${query}`)).status).toBe(200);
    expect((await api.get(`/api/search?search=${searchTerm}`)).status).toBe(200);
    expect((await api.get(`/api/members_search?search=${searchTerm}`)).status).toBe(200);
    expect((await api.post("/api/auth/login", { email, password: searchTerm })).status).toBe(200);
    expect((await api.post("/api/password/create", { email })).status).toBe(200);
    const invited = { email: `neu.${email}`, name: nachname, role: "reader" };
    expect((await api.post("/api/users/new", invited)).status).toBe(201);
    await sendMail({ kind: "test", to: email, subject: nachname, text: kommentare, html: kommentare });
    const spans = await sentSpans();
    // Fails if the spans are missing, in which case the checks below would prove nothing.
    expect(spansNamed(spans, "GET /api/members")).toHaveLength(3);
    const calls = ["GET /api/search", "GET /api/members_search", "POST /api/auth/login", "POST /api/users/new"];
    const mails = ["mail test", "mail reset_password", "mail invitation"];
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["BEGIN", "UPDATE members", ...calls, ...mails]),
    );
    const exported = collector.received().toLowerCase();
    for (const word of words) expect(exported, word).not.toContain(word.toLowerCase());
    expect(exported).not.toContain("127.0.0.1:3");
    expect(exported).not.toMatch(/\?|\$1|set_config|bearer/);
  });

  it("exported spans include statements only while their request is running", async () => {
    const { sentSpans } = await tracedTest();
    const span = tracing()!.begin("test", "server", {}, undefined);
    await within(span, () => db().$queryRaw`SELECT 1 FROM members LIMIT 0`);
    span.end();
    await within(span, () => db().$queryRaw`SELECT 1 FROM persons LIMIT 0`);
    await db().$queryRaw`SELECT 1 FROM persons LIMIT 0`;
    expect((await sentSpans()).map(({ name }) => name)).toEqual(["SELECT members", "test"]);
  });
});

describe("jobs and mails", () => {
  it("jobs and mails are separate spans with their statements as children", async () => {
    await clearJobs();
    const { collector, sentSpans } = await tracedTest();
    await startAppMailServer();
    const { email } = await createSubscriber("weekly");
    const { workOff } = await startDigestRunner(monday);
    await queueDigests();
    await workOff();
    const spans = await sentSpans();
    const [job] = spansNamed(spans, "job digest_mail") as [Span];
    expect(job).toMatchObject({ kind: CONSUMER, attributes: { "cooperation.job": "digest_mail" } });
    expect(job.parentSpanId).toBeUndefined();
    const parts = childrenOf(spans, job);
    expect(spansNamed(parts, "mail digest")).toMatchObject([
      { kind: CLIENT, attributes: { "cooperation.mail": "digest", "cooperation.mail_by": "smtp" } },
    ]);
    expect(spansNamed(parts, "SELECT users")).not.toEqual([]);
    expect(spansNamed(spans, "job digest")).toHaveLength(1);
    // Polling the job queue must not create spans.
    expect(spans.filter(({ parentSpanId }) => !parentSpanId).map(({ kind }) => kind)).not.toContain(INTERNAL);
    expect(collector.received()).not.toContain(email);
  });
});

describe("tracing without OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  it("without OTEL_EXPORTER_OTLP_ENDPOINT no OpenTelemetry code is loaded and nothing is exported", async () => {
    const loaded = vi.fn();
    vi.doMock("@/lib/base/observability/opentelemetry", () => {
      loaded();
      return { createTracing: () => undefined };
    });
    onTestFinished(() => vi.doUnmock("@/lib/base/observability/opentelemetry"));
    await startTracing();
    expect(tracing()).toBeUndefined();
    expect((await call("GET", "/api/health")).status).toBe(200);
    expect(loaded).not.toHaveBeenCalled();
    configure({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
    onTestFinished(() => setTracing(undefined));
    await startTracing();
    expect(loaded).toHaveBeenCalledOnce();
  });
});

describe("refusing collectors", () => {
  it("a collector that refuses traces is logged once and does not affect calls", async () => {
    await tracedTest({ status: 400 });
    const errorLog = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    for (let round = 0; round < 2; round += 1) {
      expect((await call("GET", "/api/members")).status).toBe(401);
      await tracing()!.flush();
    }
    expect(errorLog.mock.calls.flat().filter((line) => String(line).startsWith("Traces are lost"))).toHaveLength(1);
  });
});

describe("unresponsive collectors", () => {
  it("an unresponsive collector does not affect calls, and delays the end by at most two seconds", async () => {
    const { collector } = await tracedTest({ status: null });
    expect((await call("GET", "/api/members")).status).toBe(401);
    const startedAt = performance.now();
    await tracing()!.flush();
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(collector.requests()).toHaveLength(1);
  });
});
