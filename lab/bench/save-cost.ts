/**
 * Times saves without HTTP: `PUT /api/members/{id}` through its route handler, on the database of
 * DATABASE_URL, which must contain the demo data. Prints the median and the mean in milliseconds.
 * To compare two versions of the sources, run it alternately in both checkouts, several times.
 *
 *   DATABASE_URL=postgresql://… AUTH_SECRET=… node --import tsx lab/bench/save-cost.ts [saves]
 */
import { NextRequest } from "next/server";
import { POST as login } from "@/app/api/auth/login/route";
import { PUT } from "@/app/api/members/[ph_id]/route";

const SAVES = Number(process.argv[2] ?? 400);
const WARM_UP = 50;

function request(method: string, path: string, body: unknown, token?: string): NextRequest {
  const headers = new Headers({ "content-type": "application/json" });
  if (token) headers.set("authorization", `Bearer ${token}`);
  return new NextRequest(new URL(path, "http://localhost:3000"), { method, headers, body: JSON.stringify(body) });
}

const credentials = { email: "admin@example.org", password: "kooperation" };
const answer = await login(request("POST", "/api/auth/login", credentials), { params: Promise.resolve({}) });
const { access_token: token } = (await answer.json()) as { access_token: string };

const times: number[] = [];
for (let save = -WARM_UP; save < SAVES; save += 1) {
  const id = String(1 + (Math.abs(save) % 90));
  // Sends the fields as the form does: a text field, and in every other save also a list field.
  const body = { telefon: `0711 ${save}`, ...(save % 2 === 0 && { einrichtungen: [1 + (Math.abs(save) % 5), 7] }) };
  const call = request("PUT", `/api/members/${id}`, body, token);
  const start = performance.now();
  const { status } = await PUT(call, { params: Promise.resolve({ ph_id: id }) });
  if (status !== 200) throw new Error(`A save returned ${status}`);
  if (save >= 0) times.push(performance.now() - start);
}
times.sort((a, b) => a - b);
const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
console.log(JSON.stringify({ saves: SAVES, median: times[Math.floor(times.length / 2)], mean }));
process.exit(0);
