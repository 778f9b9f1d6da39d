import { Agent, request } from "node:http";
import { Readable } from "node:stream";
import { codeOf } from "@/scripts/process/user-facing-error";
import { SITE } from "./edge";

export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; json: Record<string, unknown> };
type Call = {
  body?: object;
  /** Begins a body that is sent piece by piece, instead of `body`. */
  pieces?: () => AsyncIterable<Uint8Array>;
  headers?: Record<string, string>;
  timeoutMs: number;
};

/** Thrown for a request that got no response. The server may or may not have executed it. */
class NoResponseError extends Error {}

/**
 * An HTTP client that knows both HAProxys' addresses. It uses the address that responded last, and
 * switches to the other if that one refuses the connection; so it simulates a virtual IP that moves
 * between the HAProxys.
 */
export class Visitor {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private ports: readonly number[]) {}

  async call(method: string, path: string, call: Call): Promise<Answer> {
    for (const port of [...this.ports]) {
      try {
        return await this.callAt(port, method, path, call);
      } catch (error) {
        if (codeOf(error) !== "ECONNREFUSED") throw new NoResponseError(String(error));
        this.ports = [...this.ports.filter((other) => other !== port), port];
      }
    }
    throw new NoResponseError("Both addresses refuse connections");
  }

  private callAt(port: number, method: string, path: string, call: Call): Promise<Answer> {
    const { body, pieces, headers, timeoutMs } = call;
    return new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body);
      const outgoing = request(
        {
          ...{ host: "127.0.0.1", port, method, path, agent: this.agent },
          headers: { host: SITE, ...(text && { "content-type": "application/json" }), ...headers },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () => {
            clearTimeout(timer);
            const { statusCode: status = 0, headers: responseHeaders } = response;
            try {
              resolve({
                status,
                headers: responseHeaders,
                json: JSON.parse(Buffer.concat(parts).toString() || "null"),
              });
            } catch {
              // If HAProxy has no backend, it responds with HTML instead of JSON.
              resolve({ status, headers: responseHeaders, json: {} });
            }
          });
        },
      );
      const timer = setTimeout(() => outgoing.destroy(new Error("Timed out")), timeoutMs);
      outgoing.on("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
      if (pieces) Readable.from(pieces()).on("error", reject).pipe(outgoing);
      else outgoing.end(text);
    });
  }
}
