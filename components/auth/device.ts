/** What a session's user agent says about the device: the browser and its system, or the program that called the API. */
export type Device = {
  form: "computer" | "mobile" | "program" | "unknown";
  /** The browser or the program; a name of its own in every language. */
  client: string | null;
  system: string | null;
};

/** The first pattern that matches names it: most browsers also call themselves Chrome or Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera|OPT)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, "Windows"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const PROGRAM_NAME_MAX_LENGTH = 40;

const firstMatch = (text: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Reads a user agent, as far as that is possible: browsers say what they like there. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.trim();
  const client = firstMatch(text, BROWSERS);
  const system = firstMatch(text, SYSTEMS);
  if (client || (system && text.startsWith("Mozilla/"))) {
    return { form: /\bMobi|\biPad\b|\bAndroid\b/.test(text) ? "mobile" : "computer", client, system };
  }
  // `curl/8.5.0`, `node`, `python-requests/2.32`: what stands before the version.
  const program = /^[\w .-]+/.exec(text)?.[0].trim().slice(0, PROGRAM_NAME_MAX_LENGTH);
  return program && !text.startsWith("Mozilla/")
    ? { form: "program", client: program, system: null }
    : { form: "unknown", client: null, system: null };
}
