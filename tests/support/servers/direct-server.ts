import { Agent, createServer, request, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { serveDirectly } from "@/lib/http/direct-calls";
import { drainUnreadBody } from "@/lib/base/web/drain-body";

/** The status of calls that the fast path leaves to Next. */
export const PASSED_TO_NEXT = 599;

type Sent = { headers?: Record<string, string>; raw?: string | Buffer };

/**
 * Starts a server for a test file that answers calls by the fast path, and opens one keep-alive
 * connection for sequential calls.
 */
export function directServer() {
  const server = createServer((request, response) => {
    drainUnreadBody(request, response);
    if (!serveDirectly(request, response)) response.writeHead(PASSED_TO_NEXT).end();
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  const port = () => (server.address() as AddressInfo).port;

  /**
   * Sends a request and returns the response as soon as its headers have arrived; the body is still
   * unread.
   */
  const sendRequest = (method: string, path: string, { headers, raw }: Sent = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      request({ port: port(), agent, method, path, headers }, resolve).on("error", reject).end(raw);
    });
  const fetchResponse = async (method: string, path: string, sent?: Sent) => {
    const response = await sendRequest(method, path, sent);
    const bytes = Buffer.concat((await response.toArray()) as Buffer[]);
    return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() };
  };
  return { server, agent, port, sendRequest, fetchResponse };
}
