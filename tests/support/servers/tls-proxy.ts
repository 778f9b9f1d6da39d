import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";

const file = (name: string) => readFileSync(path.join(import.meta.dirname, "tls", name));

/**
 * A TLS proxy as a university runs one before the app: https outside, plain http inside, the Host header its own.
 * @param port where it listens on 127.0.0.1
 * @param target the app's port
 * @returns a function that stops it
 */
export async function startTlsProxy(port: number, target: number): Promise<() => Promise<void>> {
  const options = { key: file("key.pem"), cert: file("certificate.pem") };
  const server = https.createServer(options, (request, response) => {
    const headers = { ...request.headers, host: `127.0.0.1:${target}` };
    const inner = http.request(
      { host: "127.0.0.1", port: target, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    inner.on("error", () => response.destroy());
    request.pipe(inner);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
