import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";

const file = (name: string) => readFileSync(path.join(import.meta.dirname, "tls", name));

/**
 * Starts a TLS-terminating reverse proxy like those that universities run in front of the app. It
 * replaces the Host header.
 * @param port the port on 127.0.0.1 to listen on
 * @param target the app's port
 * @returns a function that stops the proxy
 */
export async function startTlsProxy(port: number, target: number): Promise<() => Promise<void>> {
  const options = { key: file("key.pem"), cert: file("certificate.pem") };
  const server = https.createServer(options, (request, response) => {
    const headers = { ...request.headers, host: `127.0.0.1:${target}` };
    const forwarded = http.request(
      { host: "127.0.0.1", port: target, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    forwarded.on("error", () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
