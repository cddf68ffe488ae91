import { A2AService } from "@a2agen/a2a-1.0";
import type { PathSegment } from "@a2agen/runtime/binding";
import { createHost, implement } from "@a2agen/runtime/host";
import type { HttpBinding, Method } from "@a2agen/runtime/service";
import { describe, expect, test } from "vitest";
import { buildPath } from "../../../../packages/runtime/src/rest/path.ts";
import { createRouter, type Router, variableText } from "../../../../packages/runtime/src/rest/router.ts";

/** A router of rules such as "GET v1/{name=shelves/*}:move", each the rule of a method with this name. */
function route(...rules: string[]): Router {
  const { methods } = createHost({ services: [implement(A2AService, {})] });
  const [template] = methods;
  if (template === undefined) throw new Error("the service has no methods");
  return createRouter(
    rules.map((rule) => {
      const method: Method = { ...template.method, name: rule, http: [parseRule(rule)] };
      return { ...template, method };
    }),
  );
}

function parseRule(rule: string): HttpBinding {
  const [verb = "", rest = ""] = rule.split(" ");
  const [path = "", action] = rest.split(":");
  const segments = path.match(/\{[^}]*\}|[^/]+/g) ?? [];
  return {
    verb,
    path: segments.map((segment): PathSegment => {
      if (!segment.startsWith("{")) return segment;
      const [field = "", match = "*"] = segment.slice(1, -1).split("=");
      return { field, match: match.split("/") };
    }),
    ...(action === undefined ? {} : { action }),
  };
}

function find(router: Router, verb: string, path: string): string | readonly string[] {
  const { route: found, verbs } = router(verb, path);
  return found?.hosted.method.name ?? verbs;
}

describe("the rule of a path", () => {
  const rules = [
    "GET {tenant}/tasks",
    "GET tasks/{id}",
    "GET tasks/list",
    "POST tasks/{id}:cancel",
    "POST {tenant}/tasks/{id}:cancel",
    "GET files/{path=**}",
    "POST files/{path=**}:copy",
    "GET a/*/c",
    "GET a/b/d",
    "* any/{x}",
    "GET caf%C3%A9/x",
    "GET {name=shelves/*/books/*}",
  ];
  const router = route(...rules);
  test.each([
    ["/x/tasks", "GET {tenant}/tasks"],
    ["/tasks/tasks", "GET tasks/{id}"],
    ["/tasks/list", "GET tasks/list"],
    ["/tasks/lis%74", "GET tasks/list"],
    ["/tasks/other", "GET tasks/{id}"],
    ["/tasks/a:b", "GET tasks/{id}"],
    ["/tasks/:", "GET tasks/{id}"],
    ["/files", "GET files/{path=**}"],
    ["/files/", "GET files/{path=**}"],
    ["/files/a/b//c", "GET files/{path=**}"],
    ["/files/a:b", "GET files/{path=**}"],
    ["/a/b/c", "GET a/*/c"],
    ["/a/b/d", "GET a/b/d"],
    ["/any/thing", "* any/{x}"],
    ["/caf%c3%a9/x", "GET caf%C3%A9/x"],
    ["/shelves/1/books/2", "GET {name=shelves/*/books/*}"],
  ])("GET %s", (path, rule) => {
    expect(find(router, "GET", path)).toBe(rule);
  });

  test.each([
    ["/tasks/1:cancel", "POST tasks/{id}:cancel"],
    ["/x/tasks/1:cancel", "POST {tenant}/tasks/{id}:cancel"],
    ["/x/tasks/1%3Acancel", []],
    ["/files/a/b:copy", "POST files/{path=**}:copy"],
    ["/tasks/1", ["GET"]],
    ["/tasks/list", ["GET", "GET"]],
    ["/tasks/:cancel", ["GET"]],
    ["/any/thing", "* any/{x}"],
    ["/", []],
    ["", []],
    ["/tasks//", []],
    ["/a//c", []],
    ["/a/%2F/c", ["GET"]],
    ["/__proto__/constructor", []],
    ["/tasks/1/..", []],
  ])("POST %s", (path, want) => {
    expect(find(router, "POST", path)).toEqual(want);
  });
});

describe("segments after any number of others", () => {
  const router = route(
    "POST v2/{instance=**}/actions:execute",
    "POST v2/actions:execute",
    "GET v2/{instance=**}/blobs/{hash}/{size}",
    "GET v2/{instance=**}/{kind}",
    "GET v2/{instance=**}",
    "GET v2/{name=a/**/b/*}",
    "GET **/end",
  );

  test.each([
    ["POST", "/v2/x/y/actions:execute", "POST v2/{instance=**}/actions:execute", { instance: "x/y" }],
    ["POST", "/v2/actions:execute", "POST v2/actions:execute", {}],
    ["POST", "/v2/x/actions", ["GET", "GET"], {}],
    [
      "GET",
      "/v2/x/blobs/h/5",
      "GET v2/{instance=**}/blobs/{hash}/{size}",
      { instance: "x", hash: "h", size: "5" },
    ],
    [
      "GET",
      "/v2/blobs/h/5",
      "GET v2/{instance=**}/blobs/{hash}/{size}",
      { instance: "", hash: "h", size: "5" },
    ],
    ["GET", "/v2/x/blobs/h", "GET v2/{instance=**}/{kind}", { instance: "x/blobs", kind: "h" }],
    ["GET", "/v2", "GET v2/{instance=**}", { instance: "" }],
    ["GET", "/v2/a/b/c", "GET v2/{name=a/**/b/*}", { name: "a/b/c" }],
    ["GET", "/v2/a/x/y/b/c", "GET v2/{name=a/**/b/*}", { name: "a/x/y/b/c" }],
    ["GET", "/end", "GET **/end", {}],
    ["GET", "/x/y/end", "GET **/end", {}],
    ["GET", "/x/y", [], {}],
  ])("%s %s", (verb, path, want, variables) => {
    const { route: found, verbs, segments } = router(verb, path);
    expect(found?.hosted.method.name ?? verbs).toEqual(want);
    const values = found?.variables.map((variable) => [variable.name, variableText(variable, segments)]);
    expect(Object.fromEntries(values ?? [])).toEqual(variables);
  });

  test("may be none, as servers take them", () => {
    const { path } = parseRule("POST v2/{instance=**}/actions:execute");
    const build = (request: object) => buildPath({ verb: "POST", path, action: "execute" }, request);
    const none = { ok: true, path: "/v2/actions:execute" };
    expect([{}, { instance: "" }].map(build)).toEqual([none, none]);
    expect(build({ instance: "x/y" })).toEqual({ ok: true, path: "/v2/x/y/actions:execute" });
    const all = parseRule("GET v2/{instance=**}").path;
    expect(buildPath({ verb: "GET", path: all }, {})).toEqual({ ok: true, path: "/v2" });
  });

  test("are part of the paths that clients build", () => {
    const path = parseRule("GET v2/{name=a/**/b/*}/{kind}").path;
    const build = (name: string) => buildPath({ verb: "GET", path }, { name, kind: "k" });
    expect(build("a/x/y/b/c")).toEqual({ ok: true, path: "/v2/a/x/y/b/c/k" });
    expect(build("a/b/c")).toEqual({ ok: true, path: "/v2/a/b/c/k" });
    for (const name of ["a/b", "a/x/c/c", "x/b/c", "a/x/b/"]) {
      expect(build(name)).toEqual({
        ok: false,
        field: "name",
        problem: `expected the form a/**/b/*, got ${JSON.stringify(name)}`,
      });
    }
  });
});

test("rules with the same paths are refused with the names of their methods", () => {
  expect(() => route("GET v1/{a}/x", "GET v1/{b}/x")).toThrow(
    "lf.a2a.v1.A2AService.GET v1/{a}/x and lf.a2a.v1.A2AService.GET v1/{b}/x: both answer GET /v1/{a=*}/x; change the rule of one of them",
  );
  expect(() => route("GET {a=v1/*}", "GET v1/{b}")).toThrow("both answer GET");
  expect(() => route("GET v1/%61", "GET v1/a")).toThrow("both answer GET");
  expect(() => route("GET {a=**}:b", "GET {c=**}:b")).toThrow("both answer GET");
  expect(() => route("GET v1/{a=**}/b", "GET v1/**/b")).toThrow("both answer GET");
  expect(() => route("GET v1/{a=**}/b/c", "GET v1/{a=**}/b", "GET v1/{a=**}")).not.toThrow();
  expect(() => route("GET v1/a", "POST v1/a", "GET v1/a:b", "GET v1/{x}", "GET v1/{x=**}")).not.toThrow();
});

test("a look-up visits no node twice", () => {
  // Every segment is a literal of one rule and a star of another: 2 to the power of 24 ways to try.
  const rules: string[] = [];
  for (let length = 1; length <= 24; length++) {
    const stars = Array.from({ length }, (_, index) => `{x${index}}`).join("/");
    const mixed = Array.from({ length }, (_, index) => (index % 2 === 0 ? "a" : `{x${index}}`)).join("/");
    rules.push(`GET ${stars}/end`, `GET ${mixed}/end`, `GET ${"a/".repeat(length)}end`);
  }
  const unique = rules.filter(
    (rule, index) => rules.findIndex((other) => shape(other) === shape(rule)) === index,
  );
  const router = route(...unique);
  for (let round = 0; round < 1000; round++)
    expect(find(router, "GET", `/${"a/".repeat(24)}none`)).toEqual([]);
  expect(find(router, "GET", `/${"a/".repeat(20000)}end`)).toEqual([]);
});

function shape(rule: string): string {
  return rule.replaceAll(/\{x\d+\}/g, "*");
}
