import { apiKeys, hashApiKey } from "@a2agen/runtime/authenticate";
import { expect, test } from "vitest";
import { requestOf } from "../../../shared/callers/request-of.ts";

const schemes = {
  header: { apiKeySecurityScheme: { location: "header", name: "X-Key" } },
  query: { apiKeySecurityScheme: { location: "query", name: "key" } },
  cookie: { apiKeySecurityScheme: { location: "cookie", name: "key" } },
  bearer: { httpAuthSecurityScheme: { scheme: "bearer" } },
};
const ada = { id: "ada", scopes: ["read"] };

const table = {
  [await hashApiKey("key-of-ada")]: ada,
  [await hashApiKey("next-key-of-ada")]: ada,
  [await hashApiKey("key-of-bob")]: { id: "bob" },
  [await hashApiKey("k$y!")]: { id: "carol" },
};

test("the text of a hash is SHA-256", async () => {
  expect(await hashApiKey("abc")).toBe(
    "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test.each([
  { scheme: "header", headers: { "x-key": "key-of-ada" }, want: ada },
  { scheme: "header", headers: { "x-key": "next-key-of-ada" }, want: ada },
  { scheme: "query", query: { key: "key-of-bob" }, want: { id: "bob", scopes: [] } },
  { scheme: "cookie", headers: { cookie: "a=b; key=key-of-bob" }, want: { id: "bob", scopes: [] } },
  { scheme: "bearer", headers: { authorization: "Bearer key-of-bob" }, want: { id: "bob", scopes: [] } },
  { scheme: "bearer", headers: { authorization: "bearer k$y!" }, want: { id: "carol", scopes: [] } },
])("a key is found where the card says: $scheme", async ({ scheme, headers = {}, query = {}, want }) => {
  expect(await apiKeys(table)(requestOf(headers, { schemes, query }))).toEqual({
    ...want,
    schemes: [scheme],
  });
});

test.each([
  {},
  { "x-key": "" },
  { "x-key": "key-of-ad" },
  { "x-key": "key-of-adaa" },
  { cookie: "xkey=key-of-ada" },
])("other keys are nobody's: %j", async (headers) => {
  expect(await apiKeys(table)(requestOf(headers, { schemes }))).toBeUndefined();
});

test("keys may be in a database", async () => {
  const asked: string[] = [];
  const authenticate = apiKeys(async (hash) => {
    asked.push(hash);
    return { id: "carol" };
  });
  expect(await authenticate(requestOf({ "x-key": "abc" }, { schemes }))).toMatchObject({ id: "carol" });
  expect(asked).toEqual([await hashApiKey("abc")]);
});

test("a table of keys instead of hashes is refused, without naming one", () => {
  expect(() => apiKeys({ "key-of-ada": ada })).toThrow(
    /^apiKeys: expected hashes of keys, sha256: and 64 digits; make them by hashApiKey\(key\)$/,
  );
});
