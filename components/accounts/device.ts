import Bowser from "bowser";

/** Device parsed from a session's user agent: browser and system, or the API client's name. */
export type Device = {
  form: "computer" | "mobile" | "program" | "unknown";
  /** Name of the browser or program, the same in every language. */
  client: string | null;
  system: string | null;
};

const UNKNOWN: Device = { form: "unknown", client: null, system: null };

/**
 * Display names that replace Bowser's. `Mozilla` is not displayed, as nearly all browsers claim to
 * be it.
 */
const NAMES: Record<string, string> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  Mozilla: "",
};

const PROGRAM_NAME_MAX_LENGTH = 40;

/** Parses a user agent as far as possible; clients can send any text as user agent. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.trim();
  if (!text.startsWith("Mozilla/")) {
    // `curl/8.5.0`, `node`, `python-requests/2.32`: takes the part before the version.
    const program = /^[\w .-]+/.exec(text)?.[0].trim().slice(0, PROGRAM_NAME_MAX_LENGTH);
    return program ? { form: "program", client: program, system: null } : UNKNOWN;
  }
  const { browser, os, platform } = Bowser.parse(text);
  const name = browser.name ?? "";
  const client = (NAMES[name] ?? name) || null;
  // "iPhone" or "iPad" is more specific than "iOS".
  const system = (os.name === "iOS" ? platform.model : os.name) ?? null;
  if (!client && !system) return UNKNOWN;
  return { form: /^(mobile|tablet)$/.test(platform.type ?? "") ? "mobile" : "computer", client, system };
}
