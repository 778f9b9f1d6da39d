import { describe, expect, it } from "vitest";
import { DEFAULT_LOCALE, LOCALES } from "@/lib/model/messages/i18n";
import * as limits from "@/lib/model/limits";
import { localizedName } from "@/lib/model/reference-lists/reference-lists";
import { AppError, type ErrorCode } from "@/lib/base/errors/errors";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/* The message catalogue (spec §8) and the constants (spec §9), copied by hand. */

const catalogue = {
  email_exists: "The chosen EMail Address already exists",
  email_not_found: "EMail not found",
  user_not_found: "User not found",
  reset_link_sent: "Reset-Link sent",
  reset_password_success: "Reset password successfully",
  token_invalid: "The Link is invalid",
  username_password_error: "The login credentials are incorrect!",
  verify_email: "Please verify the email address!",
  error_api: "API Endpoint NOT available!",
  thematic_field_still_in_use: "This thematic fields is assigned to another area and must be removed before deleting.",
  cannotdeletecontrains: "The data record could not be deleted, it may still be assigned to another table.",
  successfully_saved: "Successfully saved!",
  successfully_registered: "Successfully Registered!",
  add_more: "Add another data record?",
  data_saved: "Data saved",
  data_updated: "Data updated",
  data_deleted: "Data deleted",
  already_exists: '"{label}" already exists',
};

describe("the message catalogue", () => {
  it.each(Object.entries(catalogue))("the message catalogue has %s word for word", (key, text) => {
    expect(en.notices).toHaveProperty(key, text);
    expect(de.notices).toHaveProperty(key, expect.stringMatching(/\S/));
  });

  it("the catalogue has the dialog questions, button labels and table footers word for word", () => {
    expect(en.common).toMatchObject({
      really_delete: "Really delete?",
      cannot_revert: "You won't be able to revert this!",
      yes: "Yes",
      no: "No",
      error_title: "Error",
      displaying: "Displaying {from} to {to} of {total} items",
      showing: "Showing {from} to {to} of {total} entries",
    });
    expect(en.notices.add_new.toLowerCase()).toBe("add new?");
    expect(en.notices.continue_editing.toLowerCase()).toBe("continue editing");
    for (const kind of ["member", "project", "institution", "person", "thematicField"] as const) {
      expect(en.records[kind].not_found).toBe(`${en.records[kind].one} not found`);
    }
  });

  it("the catalogue has a text for each message that the specification names without a wording", () => {
    for (const key of ["data_not_found", "no_data_found", "no_relevant_data", "not_found", "already_exists"]) {
      expect(en.notices).toHaveProperty(key);
      expect(de.notices).toHaveProperty(key);
    }
  });

  it.each(["unauthenticated", "data_not_found", "email_not_found", "already_exists", "verify_email", "error_api"])(
    "the message catalogue has a text for the error code %s",
    (code) => {
      expect(new AppError(code as ErrorCode).body.message).toBe(code);
      expect(en.notices).toHaveProperty(code);
    },
  );
});

describe("the constants of the specification", () => {
  it("lists, link tables and search boxes have the specified constants", () => {
    expect(limits).toMatchObject({
      LIST_PAGE_SIZE: 10,
      LIST_PAGE_LINKS: 5,
      LINK_TABLE_PAGE_SIZES: [5, 10, 25, 50],
      LINK_TABLE_PAGE_SIZE: 10,
      SEARCH_DEBOUNCE_MS: 1000,
      TYPEAHEAD_MIN_LENGTH: 3,
      TYPEAHEAD_HITS: 5,
      FUZZY_THRESHOLD: 0.3,
    });
  });

  it("notifications and passwords have the specified constants", () => {
    expect(limits).toMatchObject({
      TOAST_SUCCESS_MS: 3000,
      TOAST_UNDO_MS: 10500,
      TOAST_AUTH_FAILURE_MS: 2500,
      TOAST_FIELD_IN_USE_MS: 4500,
      TOAST_DEFAULT_MS: 10500,
      PASSWORD_MIN_LENGTH: 6,
    });
  });
});

describe("the languages", () => {
  it("the languages are German (the default and fallback) and English", () => {
    expect(LOCALES).toEqual(["de", "en"]);
    expect(DEFAULT_LOCALE).toBe("de");
  });

  it("an entry's name is selected by language, falling back to German", () => {
    const entry = { institut_name_de: "Physik", institut_name_en: "Physics" };
    expect([localizedName(entry, "institut_name", "de"), localizedName(entry, "institut_name", "en")]).toEqual([
      "Physik",
      "Physics",
    ]);
    expect(localizedName({ institut_name_de: "Physik" }, "institut_name", "en")).toBe("Physik");
  });
});
