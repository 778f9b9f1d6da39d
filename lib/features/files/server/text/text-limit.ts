import { READ_MAX_CHARACTERS } from "@/lib/model/limits";

/** Thrown when a document cannot be read. */
export class UnreadableError extends Error {
  constructor(readonly outcome: "passwort" | "nein") {
    super(outcome);
  }
}

/** Counts the characters that are read from a document, and cuts what is beyond the limit (contract §18). */
export class TextLimit {
  private left = READ_MAX_CHARACTERS;

  get isReached(): boolean {
    return this.left <= 0;
  }

  /** Returns the part of a text that is within the limit, without what PostgreSQL cannot store. */
  take(text: string): string {
    const taken = text.slice(0, this.left);
    this.left -= taken.length;
    return taken.replaceAll("\0", "").toWellFormed();
  }
}
