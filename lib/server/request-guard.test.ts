import { describe, expect, it } from "vitest";
import { makeRoutable, refusalBeforeNext } from "./request-guard";

const asked = (method: string, url: string, headers: Record<string, string> = {}) => ({ method, url, headers });

describe("the request guard", () => {
  it("refuses paths that cannot be decoded, but not such queries", () => {
    expect(refusalBeforeNext(asked("GET", "/api/members/%ZZ"))).toMatchObject({ status: 404, message: "not_found" });
    expect(refusalBeforeNext(asked("GET", "/api/members?filter=%ZZ"))).toBeNull();
  });

  it.each(["/api/", "/api/members/", "/api//members", "/api/members//1", "/api\\members", "/api/members/?pageNo=1"])(
    "knows no %s, which Next would tidy up and redirect",
    (url) => expect(refusalBeforeNext(asked("GET", url))).toMatchObject({ status: 404, message: "not_found" }),
  );

  it.each(["/api", "/api/members", "/members/", "/apiary//x", "/api/members?filter=a//b/"])("lets %s pass", (url) =>
    expect(refusalBeforeNext(asked("GET", url))).toBeNull(),
  );

  it("has the routes of the API refuse a method that Next does not know", () => {
    const request = asked("PROPFIND", "/api/members");
    expect(refusalBeforeNext(request)).toBeNull();
    makeRoutable(request);
    expect(request.method).toBe("PATCH");
  });

  it("refuses such a method elsewhere", () => {
    expect(refusalBeforeNext(asked("TRACE", "/members"))).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD" },
    });
    expect(refusalBeforeNext(asked("DELETE", "/members"))).toBeNull();
  });

  it("takes the headers of Next's own router from API calls only", () => {
    const headers = { rsc: "1", "next-router-prefetch": "1", "next-url": "/x", accept: "*/*" };
    const call = asked("GET", "/api/members", { ...headers });
    const page = asked("GET", "/members", { ...headers });
    makeRoutable(call);
    makeRoutable(page);
    expect(call.headers).toEqual({ accept: "*/*" });
    expect(page.headers).toEqual(headers);
  });
});
