import messages from "@/messages/de.json";

export { messages };

/** A component for `next/dynamic`, which lets browsers load this file beside a page's first scripts. */
export default function GermanMessages() {
  return null;
}
