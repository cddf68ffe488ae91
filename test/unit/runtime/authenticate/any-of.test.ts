import { anyOf } from "@a2agen/runtime/authenticate";
import type { Authenticate } from "@a2agen/runtime/host";
import { CallError, type SecurityRequirement } from "@a2agen/runtime/service";
import { expect, test } from "vitest";
import { requestOf } from "../../../shared/callers/request-of.ts";
import { failureOf } from "../host/agent.ts";

const schemes = {
  oauth: { oauth2SecurityScheme: {} },
  key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  mtls: { mtlsSecurityScheme: {} },
};

/** Knows a caller by a header, with the scopes that it has; "bad" is refused. */
function byHeader(name: string, asked: string[] = []): Authenticate {
  return async ({ header, schemes: seen }) => {
    asked.push(`${name} sees ${Object.keys(seen).join(" ")}`);
    const value = header(name);
    if (value === "bad") throw new CallError("UNAUTHENTICATED", `wrong ${name}`);
    if (value === "plain") return { id: `plain-${name}` };
    return value === undefined ? undefined : { id: `${name}-caller`, scopes: value.split(" ") };
  };
}

const functions = { oauth: byHeader("token"), key: byHeader("key"), mtls: byHeader("certificate") };
const require = (...rows: Record<string, string[]>[]): SecurityRequirement[] =>
  rows.map((row) => ({
    schemes: Object.fromEntries(Object.entries(row).map(([name, list]) => [name, { list }])),
  }));

test.each([
  {
    name: "the first requirement that is met",
    headers: { token: "read", key: "x" },
    requirements: require({ oauth: ["read"] }, { key: [] }),
    want: { id: "token-caller", scopes: ["read"], schemes: ["oauth"] },
  },
  {
    name: "the second where the first lacks scopes",
    headers: { token: "write", key: "x" },
    requirements: require({ oauth: ["read"] }, { key: [] }),
    want: { id: "key-caller", scopes: ["x"], schemes: ["key"] },
  },
  {
    name: "the first where none is met, so that the host names what is missing",
    headers: { token: "write" },
    requirements: require({ oauth: ["read"] }, { key: [] }),
    want: { id: "token-caller", scopes: ["write"], schemes: ["oauth"] },
  },
  {
    name: "all schemes of one requirement",
    headers: { token: "read", certificate: "x" },
    requirements: require({ mtls: [], oauth: ["read"] }),
    want: { id: "certificate-caller", scopes: ["x", "read"], schemes: ["mtls", "oauth"] },
  },
  {
    name: "nobody where a scheme of it is missing",
    headers: { token: "read" },
    requirements: require({ mtls: [], oauth: ["read"] }),
    want: undefined,
  },
  {
    name: "a good key beside a bad token",
    headers: { token: "bad", key: "x" },
    requirements: require({ oauth: ["read"] }, { key: [] }),
    want: { id: "key-caller", scopes: ["x"], schemes: ["key"] },
  },
  {
    name: "any scheme where the card requires none",
    headers: { key: "plain" },
    requirements: [],
    want: { id: "plain-key", schemes: ["key"] },
  },
  { name: "nobody", headers: {}, requirements: require({}, { key: [] }), want: undefined },
])("picks $name", async ({ headers, requirements, want }) => {
  expect(await anyOf(functions)(requestOf(headers, { schemes, requirements }))).toEqual(want);
});

test("scopes of one scheme do not count for another", async () => {
  const requirements = require({ oauth: ["read"], key: ["write"] }, { mtls: [] });
  const found = await anyOf(functions)(
    requestOf({ token: "write", key: "read", certificate: "x" }, { schemes, requirements }),
  );
  expect(found).toMatchObject({ id: "certificate-caller", schemes: ["mtls"] });
  const alone = requirements.slice(0, 1);
  const headers = { token: "write", key: "read" };
  expect(await anyOf(functions)(requestOf(headers, { schemes, requirements: alone }))).toEqual({
    id: "token-caller",
    scopes: [],
    schemes: ["oauth", "key"],
  });
});

test("a function that says no scopes vouches for them", async () => {
  const requirements = require({ oauth: ["read"], mtls: [] });
  const headers = { token: "plain", certificate: "x" };
  expect(await anyOf(functions)(requestOf(headers, { schemes, requirements }))).toEqual({
    id: "plain-token",
    scopes: ["x", "read"],
    schemes: ["oauth", "mtls"],
  });
});

test("a bad token is refused where nothing else is met", async () => {
  const requirements = require({ oauth: ["read"] }, { key: [] }, {});
  const call = async () => anyOf(functions)(requestOf({ token: "bad" }, { schemes, requirements }));
  expect(await failureOf(call())).toMatchObject({ status: "UNAUTHENTICATED", message: "wrong token" });
});

test("each function sees its own scheme, and is asked once", async () => {
  const asked: string[] = [];
  const requirements = require({ oauth: ["read"] }, { oauth: ["write"] }, { key: [] });
  const authenticate = anyOf({ oauth: byHeader("token", asked), key: byHeader("key", asked) });
  await authenticate(requestOf({ token: "write" }, { schemes, requirements }));
  expect(asked).toEqual(["token sees oauth"]);
});

test("a function for a scheme that the card does not have is a mistake", async () => {
  const call = async () => anyOf({ oauht: functions.oauth })(requestOf({}, { schemes }));
  expect(await failureOf(call())).toEqual(
    new TypeError("anyOf: the card has no scheme oauht; it has oauth, key, mtls"),
  );
});
