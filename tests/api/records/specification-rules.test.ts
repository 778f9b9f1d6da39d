import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  createUser,
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  TEST_PASSWORD,
  thematicFieldValues,
} from "../../support/factories";
import { call, loggedIn, type Client } from "../../support/api";

/* The validation table (spec §5) and defaults (spec §§3, 9), copied by hand. */

type Body = Record<string, unknown>;
type Errors = { errors?: Record<string, string[]> };

const lengths = (max: number, names: string) => Object.fromEntries(names.split(" ").map((name) => [name, max]));

const forms = {
  members: {
    values: memberValues as (overrides?: Body) => Body,
    required: "nachname vorname email fakultaet institut einrichtungen status",
    max: { ...lengths(100, "vorname nachname telefon adresse"), ph_webseite: 255 },
    defaults: { titel: -1 },
  },
  projects: {
    values: projectValues as (overrides?: Body) => Body,
    required: "projekt_titel vertragsgrundlage einrichtungen",
    max: {
      ...lengths(100, "kuendigungsfrist foerderer mittelvolumen drittelmittelanteil"),
      ...lengths(255, "foerderer_link projektwebsite"),
    },
    defaults: { status: 1, zusammenarbeit_ende_nach_vertrag: 0 },
  },
  institutions: {
    values: institutionValues as (overrides?: Body) => Body,
    required: "name branchen",
    max: lengths(100, "name branchen adresse webseite"),
    defaults: { organisationsform: -1 },
  },
  persons: {
    values: personValues as (overrides?: Body) => Body,
    required: "nachname vorname email",
    max: lengths(100, "vorname nachname telefon adresse abteilung position"),
    defaults: { titel: -1 },
  },
  thematicfields: {
    values: thematicFieldValues as (overrides?: Body) => Body,
    required: "themenfeld_de themenfeld_en",
    max: {},
    defaults: {},
  },
};

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const without = (values: Body, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

describe.each(Object.keys(forms) as (keyof typeof forms)[])("the form of %s", (path) => {
  const form = forms[path];
  const required = form.required.split(" ");
  const errorsOf = async (values: Body) => (await api.post<Errors>(`/api/${path}/new`, values)).json.errors;

  it("the form requires exactly the fields that the validation table requires", async () => {
    const expected = Object.fromEntries(required.map((name) => [name, ["required"]]));
    expect(await errorsOf({})).toEqual(expected);
    for (const name of required) {
      expect(await errorsOf(without(form.values(), [name])), name).toEqual({ [name]: ["required"] });
    }
  });

  it("the form accepts texts up to the length in the validation table", async () => {
    const url = (length: number) => "https://example.org/".padEnd(length, "x");
    for (const [name, max] of Object.entries(form.max as Record<string, number>)) {
      const text = /web|link/.test(name) ? url : (length: number) => "x".repeat(length);
      expect(await errorsOf(form.values({ [name]: text(max) })), name).toBeUndefined();
      expect(await errorsOf(form.values({ [name]: text(max + 1) })), name).toEqual({ [name]: ["max"] });
    }
  });

  it("the form stores defaults for omitted fields", async () => {
    const names = Object.keys(form.defaults);
    const { json } = await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, without(form.values(), names));
    const loaded = await api.get<{ data: Body }>(`/api/${path}/${json.data.lastId}`);
    expect(loaded.json.data).toMatchObject(form.defaults);
  });
});

describe("e-mail addresses", () => {
  it.each([
    ["members", memberValues],
    ["persons", personValues],
    ["institutions", institutionValues],
  ] as const)("the e-mail address of %s is valid and at most 100 characters long", async (path, values) => {
    const errorsOf = async (email: string) =>
      (await api.post<Errors>(`/api/${path}/new`, values({ email }))).json.errors;
    for (const wrong of ["niemand", "niemand@", "@example.org", "a b@example.org"]) {
      expect(await errorsOf(wrong), wrong).toEqual({ email: ["email"] });
    }
    expect(await errorsOf(`${"a".repeat(88)}@example.org`)).toBeUndefined();
    expect(await errorsOf(`${"a".repeat(89)}@example.org`)).toEqual({ email: ["max"] });
  });
});

describe("login", () => {
  const login = (body: Body) => call<Body & Errors>("POST", "/api/auth/login", { body });

  it("login returns success, access_token and message", async () => {
    const { email } = await createUser(db());
    const { status, json } = await login({ email, password: TEST_PASSWORD });
    expect(status).toBe(200);
    expect(json).toEqual({ success: true, access_token: expect.any(String), message: "login_success" });
    const { json: user } = await call<Body>("GET", "/api/user", { token: String(json.access_token) });
    expect(user.email).toBe(email);
  });

  it("login requires a valid address and a password of at least 6 characters", async () => {
    expect((await login({})).json.errors).toEqual({ email: ["required"], password: ["required"] });
    expect((await login({ email: "niemand", password: "12345" })).json.errors).toEqual({
      email: ["email"],
      password: ["min"],
    });
    expect((await login({ email: "niemand@example.org", password: "123456" })).json).toEqual({
      success: false,
      message: "username_password_error",
    });
  });
});
