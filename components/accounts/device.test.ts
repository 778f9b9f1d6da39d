import { describe, expect, it } from "vitest";
import { deviceOf } from "./device";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

describe("deviceOf", () => {
  it.each([
    [`${WINDOWS} ${WEBKIT}`, "computer", "Chrome", "Windows"],
    [`${WINDOWS} ${WEBKIT} Edg/131.0.0.0`, "computer", "Edge", "Windows"],
    [`${WINDOWS} ${WEBKIT} OPR/115.0.0.0`, "computer", "Opera", "Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "computer", "Firefox", "Linux"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
      "computer",
      "Safari",
      "macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      "mobile",
      "Safari",
      "iPhone",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
      "mobile",
      "Samsung Internet",
      "Android",
    ],
    ["Mozilla/5.0 (Windows NT 10.0) Strange/1.0", "computer", null, "Windows"],
    ["curl/8.5.0", "program", "curl", null],
    ["python-requests/2.32.3", "program", "python-requests", null],
    ["node", "program", "node", null],
    [`${"x".repeat(255)}`, "program", "x".repeat(40), null],
    ["", "unknown", null, null],
    ["Mozilla/5.0", "unknown", null, null],
    ["<script>", "unknown", null, null],
  ])("recognises the user agent %j", (userAgent, form, client, system) => {
    expect(deviceOf(userAgent)).toEqual({ form, client, system });
  });
});
