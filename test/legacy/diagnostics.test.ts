import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileProtos } from "../plugins/compile-protos.ts";
import { type PluginResult, runPlugin } from "../plugins/run-plugin.ts";
import { generateLegacy, versions } from "./generate-legacy.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "a2agen-legacy-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A profile of version 1.0 for the package, as little as a profile can be. */
const profile = `name: shop
title: Shop
protocolVersion: "1.0"
packages: [shop.v1]
json: {enums: kebab-case, spellings: canonical, timestamps: utc}
oneofs: {exactlyOne: []}
lists: {requiredNonEmpty: false, exempt: []}
fields: {}
errors: []
jsonRpcErrors: []
errorBody: status
jsonRpcErrorData: details
serviceParameters:
  - {name: Shop-Lane, description: Which lane., aliases: [], query: false, list: false}
resourceNames: []
contentTypes:
  http: {send: application/json, accept: [application/json]}
  jsonRpc: {send: application/json, accept: [application/json]}
  error: {send: application/json, accept: [application/json]}
  stream: text/event-stream
`;

const proto = `syntax = "proto3";
package shop.v1;
import "google/api/annotations.proto";
service Shop {
  rpc Buy(Order) returns (Receipt) {
    option (google.api.http) = {post: "/v2/{name=shelves/*}:buy" body: "*"};
  }
  rpc Upload(stream Order) returns (Receipt);
}
message Order {
  message Line {}
  string name = 1;
  Color color = 2;
}
message Receipt {}
enum Color {
  COLOR_UNSPECIFIED = 0;
  COLOR_DARK_RED = 1;
}
`;

async function generate(names: string): Promise<PluginResult> {
  const manifest = `packages: [shop.v1]\nlifeCycle: {deprecatedAfter: 1, removalAfter: 2}\nnames:\n${names}`;
  await writeFile(join(directory, "legacy.yaml"), manifest);
  await writeFile(join(directory, "shop.yaml"), profile);
  return runPlugin({
    plugin: "protoc-gen-a2a-legacy",
    parameter: "target=ts,manifest=legacy.yaml,profile=shop.yaml",
    files: await compileProtos({ "shop.proto": proto }),
    generate: ["shop.proto"],
    directory,
  });
}

function entry(kind: string, legacy: string, current: string, introduced = "1.0"): string {
  return `  - {kind: ${kind}, legacy: "${legacy}", current: "${current}", introduced: "${introduced}"}\n`;
}

const cases: readonly {
  readonly name: string;
  readonly given: string;
  readonly want: readonly string[];
  /** Lines of the TypeScript, if there is a file. */
  readonly lines?: readonly string[];
}[] = [
  {
    name: "a name of every kind that leads to what the proto or the profile has",
    given: [
      entry("message", "Purchase", "Order"),
      entry("message", "Purchase.Line", "Order.Line"),
      entry("field", "Order.title", "Order.name"),
      entry("enumValue", "Color.DARK", "Color.dark-red"),
      entry("jsonRpcMethod", "shop/buy", "Buy"),
      entry("endpoint", "POST /shelves/{id}/buy", "POST /v2/shelves/{id}:buy"),
      entry("header", "X-Shop-Lane", "Shop-Lane"),
    ].join(""),
    want: [],
    lines: [
      "export type Purchase = Order;",
      "export type Purchase_Line = Order_Line;",
      '"shop/buy": "Buy",',
      '"POST /shelves/{id}/buy": "POST /v2/shelves/{id}:buy",',
      '"X-Shop-Lane": "Shop-Lane",',
      '"Order.title": "Order.name",',
      'DARK: "dark-red",',
    ],
  },
  {
    name: "a target that the proto does not have",
    given: [
      entry("message", "Purchase", "Buying"),
      entry("field", "Order.title", "Order.label"),
      entry("enumValue", "Color.dark", "Color.COLOR_DARK_RED"),
      entry("jsonRpcMethod", "shop/upload", "Upload"),
      entry("endpoint", "GET /buy", "GET /v2/shelves/{id}:buy"),
      entry("header", "X-Lane", "Lane"),
      entry("wellKnownPath", "/.well-known/a.json", "/.well-known/b.json"),
    ].join(""),
    want: [
      ["message", "Purchase", "Buying"],
      ["field", "Order.title", "Order.label"],
      ["enum value", "Color.dark", "Color.COLOR_DARK_RED"],
      ["JSON-RPC method", "shop/upload", "Upload"],
      ["endpoint", "GET /buy", "GET /v2/shelves/{id}:buy"],
      ["header", "X-Lane", "Lane"],
      ["well-known path", "/.well-known/a.json", "/.well-known/b.json"],
    ].map(
      ([what, legacy, current]) =>
        `shop.proto:1:1: warning: the ${what} "${legacy}" has no alias: package shop.v1 has neither it nor "${current}", its current name; correct the manifest [legacy-missing]`,
    ),
  },
  {
    name: "an inverted direction: the alias leads to the earlier name, and is not deprecated",
    given: entry("message", "Order", "Purchase", "0.1"),
    want: [
      'shop.proto:10:1: warning: the message "Purchase" is an alias of "Order", its earlier name, which is the one that the proto has; use either [legacy-inverted]',
    ],
    lines: [
      "/** The later name of `Order`, which this version does not have yet. */",
      "export type Purchase = Order;",
    ],
  },
  {
    name: "a target that is gone but has a replacement",
    given: [entry("message", "Cart", "Purchase"), entry("message", "Purchase", "Order")].join(""),
    want: [
      'shop.proto:10:1: warning: the message "Cart" is an alias of "Order", since the proto does not have "Purchase", its current name, any more; use "Order" [legacy-replaced]',
    ],
    lines: [
      "/** @deprecated Use `Order`, which took the place of `Purchase`; may be removed in 2.0.0 or later. */",
      "export type Cart = Order;",
      "/** @deprecated Use `Order`; may be removed in 2.0.0 or later. */",
      "export type Purchase = Order;",
    ],
  },
  {
    name: "a proto that has both names",
    given: entry("message", "Receipt", "Order"),
    want: [
      'shop.proto:15:1: warning: the message "Receipt" has no alias: package shop.v1 has it beside "Order", its current name; take it out of the manifest for this package [legacy-declared]',
    ],
  },
  {
    name: "names whose removal version has passed, once for each version",
    given: [
      entry("message", "Purchase", "Order", "0.1"),
      entry("message", "Bill", "Receipt", "0.8"),
      entry("field", "Order.title", "Order.name", "0.1"),
      entry("jsonRpcMethod", "shop/buy", "Buy", "1.0"),
    ].join(""),
    want: [
      "shop.proto:1:1: warning: profile shop is version 1.0, and names could be removed in 0.3.0: Purchase, Order.title; review them, and take those that nobody needs out of the manifest [legacy-removable]",
      "shop.proto:1:1: warning: profile shop is version 1.0, and names could be removed in 0.10.0: Bill; review them, and take those that nobody needs out of the manifest [legacy-removable]",
    ],
    lines: ["export type Purchase = Order;", "export type Bill = Receipt;"],
  },
];

describe("what is reported, once for all targets", () => {
  test.each(cases)("$name", async ({ given, want, lines }) => {
    const { error, stderr, files } = await generate(given);
    expect(error).toBeUndefined();
    expect(stderr.split("\n").filter((line) => line !== "")).toEqual(want);
    const source = files["shop_legacy.ts"];
    const written = (source ?? "").split("\n").map((line) => line.trim());
    expect(written.filter((line) => lines?.includes(line))).toEqual(lines ?? []);
    expect(source === undefined).toBe(lines === undefined);
  });
});

test("two names that come out the same are an error", async () => {
  const { error, files } = await generate(
    [entry("message", "A_B", "Order"), entry("message", "A.B", "Receipt")].join(""),
  );
  expect(files).toEqual({});
  expect(error?.split("\n")[0]).toBe(
    'shop.proto:15:1: error: "A_B" is generated for both A_B and A.B; rename one of them [derived-name-collision]',
  );
});

test("a manifest that is wrong is the error, with the line and the key", async () => {
  const { error, files, status } = await generate("  - {kind: message, legacy: A, current: B}\n");
  expect({ error, files, status }).toEqual({
    error: "legacy.yaml:4:5: names[0].introduced: expected a string, found nothing [missing-key]",
    files: {},
    status: 0,
  });
});

test.each(versions)("$name: what Appendix A and the proto do not agree on", async ({ name, proto: path }) => {
  const { stderr } = await generateLegacy([path]);
  const codes = [...stderr.matchAll(/warning: (.*) \[(.*)\]/g)]
    .filter(([, , code]) => code !== "legacy-removable")
    .map(([, text]) => text);
  expect(codes).toEqual(
    name === "a2a-1.0-draft"
      ? [
          'the message "CreateTaskPushNotificationConfigRequest" is an alias of "SetTaskPushNotificationConfigRequest", its earlier name, which is the one that the proto has; use either',
        ]
      : [
          'the message "SetTaskPushNotificationConfigRequest" is an alias of "TaskPushNotificationConfig", since the proto does not have "CreateTaskPushNotificationConfigRequest", its current name, any more; use "TaskPushNotificationConfig"',
          'the message "ListTaskPushNotificationConfigSuccessResponse" is an alias of "ListTaskPushNotificationConfigsResponse", since the proto does not have "ListTaskPushNotificationConfigResponse", its current name, any more; use "ListTaskPushNotificationConfigsResponse"',
        ],
  );
  expect(stderr.match(/\[legacy-removable\]/g)).toHaveLength(1);
});
