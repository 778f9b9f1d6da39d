import { isDeepStrictEqual } from "node:util";
import type { Workload } from "./workloads";

const COMPARED_REQUESTS = 8;

/**
 * Asserts that app and reference server give the same responses to the first requests of a
 * workload.
 */
export async function compareAnswers(
  { name, requests }: Workload,
  urls: { app: string; reference: string },
  headers: Record<string, string>,
): Promise<void> {
  for (const { method, path, body } of requests.slice(0, COMPARED_REQUESTS)) {
    const fetchJson = async (url: string): Promise<unknown> => {
      const answer = await fetch(url + path, {
        method,
        body: body && JSON.stringify(body(0)),
        headers: { ...headers, "content-type": "application/json" },
      });
      if (!answer.ok) throw new Error(`${name}: ${path} answered ${answer.status}`);
      return answer.json();
    };
    const [app, reference] = await Promise.all([fetchJson(urls.app), fetchJson(urls.reference)]);
    if (!isDeepStrictEqual(app, reference)) {
      throw new Error(
        `${name}: ${path} is answered differently.\nThe app: ${JSON.stringify(app)}\nThe reference: ${JSON.stringify(reference)}`,
      );
    }
  }
}
