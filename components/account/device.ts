import Bowser from "bowser";

/** What a session's user agent says about the device: the browser and its system, or the program that called the API. */
export type Device = {
  form: "computer" | "mobile" | "program" | "unknown";
  /** The browser or the program; a name of its own in every language. */
  client: string | null;
  system: string | null;
};

const UNKNOWN: Device = { form: "unknown", client: null, system: null };

/** Names that are shown otherwise than the library spells them; `Mozilla` is what nearly all browsers call themselves. */
const NAMES: Record<string, string> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  Mozilla: "",
};

const PROGRAM_NAME_MAX_LENGTH = 40;

/** Reads a user agent, as far as that is possible: browsers say what they like there. */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.trim();
  if (!text.startsWith("Mozilla/")) {
    // `curl/8.5.0`, `node`, `python-requests/2.32`: what stands before the version.
    const program = /^[\w .-]+/.exec(text)?.[0].trim().slice(0, PROGRAM_NAME_MAX_LENGTH);
    return program ? { form: "program", client: program, system: null } : UNKNOWN;
  }
  const { browser, os, platform } = Bowser.parse(text);
  const name = browser.name ?? "";
  const client = (NAMES[name] ?? name) || null;
  // iPhone or iPad says more than iOS.
  const system = (os.name === "iOS" ? platform.model : os.name) ?? null;
  if (!client && !system) return UNKNOWN;
  return { form: /^(mobile|tablet)$/.test(platform.type ?? "") ? "mobile" : "computer", client, system };
}
