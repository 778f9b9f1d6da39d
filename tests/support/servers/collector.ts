import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: number };
type Attribute = { key: string; value: Value };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code: number; message?: string };
};
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
};

/** A received span, with its attributes by name. */
export type Span = Omit<SentSpan, "attributes"> & { attributes: Record<string, string | number | undefined> };

const byName = (attributes: readonly Attribute[]): Span["attributes"] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

/**
 * Starts a trace collector, which receives OTLP over HTTP, as JSON.
 * @param options `status` is the response status; if it is null, the collector never responds
 */
export async function startCollector({ status = 200 }: { status?: number | null } = {}) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((parts: Uint8Array[]) => {
      bodies.push(`${request.method} ${request.url}\n${Buffer.concat(parts).toString()}`);
      if (status !== null) response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const exports = () => bodies.map((body) => JSON.parse(body.slice(body.indexOf("\n") + 1)) as Export);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns all received requests as one text, unparsed. */
    received: () => bodies.join("\n"),
    requests: () => bodies.map((body) => body.slice(0, body.indexOf("\n"))),
    spans: (): Span[] =>
      exports().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, attributes: byName(span.attributes) }))),
        ),
      ),
    /** Returns the resource attributes of the first export. */
    resource: () => byName(exports()[0]?.resourceSpans[0]?.resource.attributes ?? []),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
