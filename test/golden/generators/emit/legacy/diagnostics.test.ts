import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { type PluginResult, runPlugin } from "../../../../shared/process/run-plugin.ts";
import { useDirectory } from "../../../../shared/use-directory.ts";
import { generateLegacy, versions } from "./generate-legacy.ts";

const repository = join(import.meta.dirname, "../../../../..");

const directory = await useDirectory("a2agen-legacy-");
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

interface Given {
  /** Keys of the manifest besides the names. */
  readonly also?: string;
  /** Of the profile. */
  readonly version?: string;
}

async function generate(names: string, { also = "", version = "1.0" }: Given = {}): Promise<PluginResult> {
  const manifest = `packages: [shop.v1]\nlifeCycle: {deprecatedAfter: 1, removalAfter: 2}\nnames:\n${names}${also}`;
  await writeFile(join(directory, "legacy.yaml"), manifest);
  await writeFile(join(directory, "shop.yaml"), profile.replace('"1.0"', JSON.stringify(version)));
  return runPlugin({
    plugin: "protoc-gen-a2a-legacy",
    parameter: "target=ts,manifest=legacy.yaml,profile=shop.yaml",
    files: await compileProtos({ "shop.proto": proto }),
    generate: ["shop.proto"],
    directory,
  });
}

function entry(kind: string, legacy: string, current: string, introduced = "1.0", more = ""): string {
  return `  - {kind: ${kind}, legacy: "${legacy}", current: "${current}", introduced: "${introduced}"${more}}\n`;
}

const cases: readonly {
  readonly name: string;
  readonly given: string;
  readonly also?: string;
  readonly version?: string;
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
      'shop.proto:10:1: warning: the message "Purchase" is an alias of "Order", its earlier name, which is the one that the proto has; use either, and if that is as it should be, say "inverted" for the package under resolves [legacy-inverted]',
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
      'shop.proto:10:1: warning: the message "Cart" is an alias of "Order", since the proto does not have "Purchase", its current name, any more; use "Order", and if that is as it should be, say "replaced" for the package under resolves [legacy-replaced]',
    ],
    lines: [
      "/** @deprecated Use `Order`, which replaced `Purchase`; may be removed in 2.0.0 or later. */",
      "export type Cart = Order;",
      "/** @deprecated Use `Order`; may be removed in 2.0.0 or later. */",
      "export type Purchase = Order;",
    ],
  },
  {
    name: "neither of them where the manifest knows",
    given: [
      entry("message", "Order", "Purchase", "1.0", ", resolves: {shop.v1: inverted}"),
      entry("message", "Cart", "Bill", "1.0", ", resolves: {shop.v1: replaced}"),
      entry("message", "Bill", "Receipt"),
    ].join(""),
    want: [],
    lines: [
      "/** The later name of `Order`, which this version does not have yet. */",
      "export type Purchase = Order;",
      "/** @deprecated Use `Receipt`, which replaced `Bill`; may be removed in 2.0.0 or later. */",
      "export type Cart = Receipt;",
      "/** @deprecated Use `Receipt`; may be removed in 2.0.0 or later. */",
      "export type Bill = Receipt;",
    ],
  },
  {
    name: "what the manifest knows and is not so, or is otherwise",
    given: [
      entry("message", "Cart", "Order", "1.0", ", resolves: {shop.v1: replaced}"),
      entry("message", "Receipt", "Bill", "1.0", ", resolves: {shop.v1: replaced}"),
    ].join(""),
    want: [
      'shop.proto:10:1: warning: the message "Cart" leads to "Order", its current name, where the manifest says "replaced" under resolves; take the package out there [legacy-resolves]',
      'shop.proto:15:1: warning: the message "Bill" is an alias of "Receipt", its earlier name, which is the one that the proto has; use either, and if that is as it should be, say "inverted" for the package under resolves [legacy-inverted]',
    ],
    lines: ["export type Cart = Order;", "export type Bill = Receipt;"],
  },
  {
    name: "an alias that would hide an enum or a service, whichever way it leads",
    given: [
      entry("message", "Color", "Order"),
      entry("message", "Receipt", "Shop"),
      entry("message", "Bill", "Receipt"),
    ].join(""),
    want: [
      'shop.proto:16:1: warning: the message "Color" has no alias: package shop.v1 has it beside "Order", its current name; take it out of the manifest for this package [legacy-declared]',
      'shop.proto:4:1: warning: the message "Receipt" has no alias: package shop.v1 has it beside "Shop", its current name; take it out of the manifest for this package [legacy-declared]',
    ],
    lines: ["export type Bill = Receipt;"],
  },
  {
    name: "anchors of what there is not",
    given: entry("message", "Purchase", "Order"),
    also: `headings:
  - {kind: message, name: Purchase, ids: [1-purchase]}
  - {kind: message, name: Receipt, ids: [2-receipt]}
  - {kind: message, name: Color, ids: [3-color, 4-color]}
  - {kind: enum, name: Color, ids: [5-color]}
  - {kind: jsonRpcMethod, name: shop/buy, ids: [6-buy]}
  - {kind: section, name: errors, ids: [7-errors]}
  - {kind: section, name: prices, ids: [8-prices]}
`,
    want: [
      'shop.proto:1:1: warning: the anchor "3-color", "4-color" leads nowhere: package shop.v1 does not have the message "Color", nor an alias of it; correct the manifest [legacy-heading]',
      'shop.proto:1:1: warning: the anchor "6-buy" leads nowhere: package shop.v1 does not have the JSON-RPC method "shop/buy", nor an alias of it; correct the manifest [legacy-heading]',
      'shop.proto:1:1: warning: the anchor "8-prices" leads nowhere: package shop.v1 does not have the section "prices", nor an alias of it; correct the manifest [legacy-heading]',
    ],
    lines: ["export type Purchase = Order;"],
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
      "shop.proto:1:1: warning: profile shop is version 1.0, and names could be removed in 0.3.0: Purchase, Order.title; remove unneeded ones from the manifest, and set reviewed to 1.0 to keep the others [legacy-removable]",
      "shop.proto:1:1: warning: profile shop is version 1.0, and names could be removed in 0.10.0: Bill; remove unneeded ones from the manifest, and set reviewed to 1.0 to keep the others [legacy-removable]",
    ],
    lines: [
      "/** @deprecated Use `Order`; may be removed in 2.0.0 or later. */",
      "export type Purchase = Order;",
      "/** @deprecated Use `Receipt`; may be removed in 2.0.0 or later. */",
      "export type Bill = Receipt;",
    ],
  },
  {
    name: "none of them in the last version before",
    given: entry("message", "Purchase", "Order", "0.3"),
    version: "0.4",
    want: [],
    lines: [
      "/** @deprecated Use `Order`; may be removed in 0.5.0 or later. */",
      "export type Purchase = Order;",
    ],
  },
  {
    name: "them in the version itself, which keeps them until the next",
    given: entry("message", "Purchase", "Order", "0.3"),
    version: "0.5",
    want: [
      "shop.proto:1:1: warning: profile shop is version 0.5, and names could be removed in 0.5.0: Purchase; remove unneeded ones from the manifest, and set reviewed to 0.5 to keep the others [legacy-removable]",
    ],
    lines: [
      "/** @deprecated Use `Order`; may be removed in 0.6.0 or later. */",
      "export type Purchase = Order;",
    ],
  },
  {
    name: "none that was reviewed, in that version and in later ones",
    given: entry("message", "Purchase", "Order", "0.3"),
    also: 'reviewed: "0.5"\n',
    version: "1.3",
    want: [],
    lines: [
      "/** @deprecated Use `Order`; may be removed in 2.0.0 or later. */",
      "export type Purchase = Order;",
    ],
  },
  {
    name: "those that became due after the review",
    given: entry("message", "Purchase", "Order", "0.3") + entry("message", "Bill", "Receipt", "1.2"),
    also: 'reviewed: "1.9"\n',
    version: "2.0",
    want: [
      "shop.proto:1:1: warning: profile shop is version 2.0, and names could be removed in 2.0.0: Bill; remove unneeded ones from the manifest, and set reviewed to 2.0 to keep the others [legacy-removable]",
    ],
    lines: ["export type Purchase = Order;", "export type Bill = Receipt;"],
  },
];

describe("what is reported, once for all targets", () => {
  test.each(cases)("$name", async ({ given, also = "", version = "1.0", want, lines }) => {
    const { error, stderr, files } = await generate(given, { also, version });
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

test("a name that comes out as one that the package has is an error", async () => {
  const { error, files } = await generate(
    [
      entry("message", "ShopClient", "Order"),
      entry("message", "OrderCodec", "Receipt"),
      entry("message", "ColorKind", "Order"),
    ].join(""),
  );
  expect(files).toEqual({});
  expect(error?.split("\n")).toEqual([
    'shop.proto:10:1: error: "ShopClient" is generated for both shop.v1.Shop and ShopClient; rename one of them [derived-name-collision]',
    'shop.proto:15:1: error: "OrderCodec" is generated for both shop.v1.Order and OrderCodec; rename one of them [derived-name-collision]',
    'shop.proto:10:1: error: "ColorKind" is generated for both shop.v1.Color and ColorKind; rename one of them [derived-name-collision]',
  ]);
});

test("a manifest that is wrong is the error, with the line and the key", async () => {
  const { error, files, status } = await generate("  - {kind: message, legacy: A, current: B}\n");
  expect({ error, files, status }).toEqual({
    error: "legacy.yaml:4:5: names[0].introduced: expected a string, found nothing [missing-key]",
    files: {},
    status: 0,
  });
});

test.each(versions)("$name: nothing is reported of the manifest of A2A", async ({ proto: path }) => {
  const { error, stderr } = await generateLegacy([path]);
  expect({ error, stderr }).toEqual({ error: undefined, stderr: "" });
});

test.each(versions)("$name: what Appendix A and the proto do not agree on", async ({ name, proto: path }) => {
  const text = await readFile(join(repository, "profiles/legacy.yaml"), "utf8");
  const manifest = join(directory, "a2a.yaml");
  await writeFile(manifest, text.replaceAll(/^(?: {4}resolves|reviewed):.*\n/gm, ""));
  const { stderr } = await generateLegacy([path], { parameter: `target=ts,manifest=${manifest}` });
  const reports = [...stderr.matchAll(/warning: the (.*?),.* \[(.*)\]/g)]
    .filter(([, , code]) => code !== "legacy-removable")
    .map(([, text, code]) => `${code}: ${text}`);
  expect(reports).toEqual(
    name === "a2a-1.0-draft"
      ? [
          'legacy-inverted: message "CreateTaskPushNotificationConfigRequest" is an alias of "SetTaskPushNotificationConfigRequest"',
          'legacy-inverted: JSON-RPC method "ListTaskPushNotificationConfigs" is an alias of "ListTaskPushNotificationConfig"',
        ]
      : [
          'legacy-replaced: message "SetTaskPushNotificationConfigRequest" is an alias of "TaskPushNotificationConfig"',
          'legacy-replaced: message "ListTaskPushNotificationConfigSuccessResponse" is an alias of "ListTaskPushNotificationConfigsResponse"',
        ],
  );
  expect(stderr.match(/ names could be removed in .*\[legacy-removable\]/g)).toEqual([
    expect.stringContaining("in 0.5.0: MessageSendParams, SendMessageSuccessResponse, "),
  ]);
});
