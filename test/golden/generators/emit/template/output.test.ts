import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runTemplates } from "./run-templates.ts";

const shop = `syntax = "proto3";
// A shop.
package shop.v1;

import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/struct.proto";

// Sells things.
service ShopService {
  // Finds a thing.
  rpc GetThing(GetThingRequest) returns (Thing) {
    option (google.api.http) = {get: "/v1/{name=things/*}"};
  }
  rpc WatchThings(google.protobuf.Empty) returns (stream Thing) {
    option deprecated = true;
  }
  rpc Upload(stream Thing) returns (google.protobuf.Struct);
}

message GetThingRequest {
  string name = 1 [(google.api.field_behavior) = REQUIRED];
}

// A thing */ & more.
message Thing {
  string display_name = 1 [json_name = "display-name"];
  repeated Color colors = 2;
  map<string, Thing> parts = 3;
  oneof price {
    int64 cents = 4;
    google.protobuf.Struct terms = 5;
  }
}

enum Color {
  COLOR_UNSPECIFIED = 0;
  // Like <b>blood</b>.
  COLOR_RED = 1;
}
`;

let files: FileDescriptorSet;
const generate = ["shop/v1/shop.proto", "features/enums.proto", "features/empty.proto"];

beforeAll(async () => {
  files = await compileProtos({ "shop/v1/shop.proto": shop }, generate);
});

async function render(templates: Readonly<Record<string, string>>, options?: string): Promise<unknown> {
  const only = ["shop/v1/shop.proto"];
  const { error, files: written } = await runTemplates({
    templates,
    files,
    generate: only,
    ...(options === undefined ? {} : { options }),
  });
  if (error !== undefined) throw new Error(error);
  return written;
}

describe("paths", () => {
  test("a template is one file, and another file is copied as it is", async () => {
    expect(
      await render({
        "a/list.txt.hbs": "{{#each messages}}{{name}} {{/each}}",
        "a/[copied].txt": "{{not a template}}\r\n",
        ".hidden": "x\n",
      }),
    ).toEqual({
      ".hidden": "x\n",
      "a/[copied].txt": "{{not a template}}\r\n",
      "a/list.txt": "GetThingRequest Thing ",
    });
  });

  test("names in brackets make a file for each file, service, message and enum", async () => {
    expect(
      await render({
        "[file]_x.txt.hbs": "{{file.name}}",
        "[file]/[message].txt.hbs": "{{message.name}} of {{file.package}}",
        "[service].txt.hbs": "{{service.typeName}}",
        "[enum]/[enum].txt.hbs": "{{enum.identifier}} {{path}}",
      }),
    ).toEqual({
      "shop/v1/shop_x.txt": "shop/v1/shop.proto",
      "shop/v1/shop/GetThingRequest.txt": "GetThingRequest of shop.v1",
      "shop/v1/shop/Thing.txt": "Thing of shop.v1",
      "ShopService.txt": "shop.v1.ShopService",
      "Color/Color.txt": "Color Color/Color.txt",
    });
  });

  test("partials are not written, and neither is a template that renders to nothing", async () => {
    expect(
      await render({
        "a.txt.hbs": "{{> one}}{{> b/two}}{{> c/three path}}",
        "_one.hbs": "1 ",
        "b/_two.hbs": "2 ",
        "_partials/c/three.hbs": "3 {{this}}",
        "_notes.md": "not written",
        "_drafts/d.txt.hbs": "{{does not matter",
        "empty.txt.hbs": "{{#if (eq path 'x')}}x{{/if}}\n",
        "__init__.py.hbs": "x = 1\n",
      }).catch(String),
    ).toMatch(/_drafts\/d\.txt\.hbs:1: does not parse/);
    expect(
      await render({
        "a.txt.hbs": "{{> one}}{{> b/two}}{{> c/three path}}",
        "_one.hbs": "1 ",
        "b/_two.hbs": "2 ",
        "_partials/c/three.hbs": "3 {{this}}",
        "_notes.md": "not written",
        "empty.txt.hbs": "{{#if (eq path 'x')}}x{{/if}}\n",
        "__init__.py.hbs": "x = 1\n",
      }),
    ).toEqual({ "a.txt": "1 2 3 a.txt", "__init__.py": "x = 1\n" });
  });

  test("files come in the same order whatever the order of the input", async () => {
    const templates = { "[message].txt.hbs": "{{message.typeName}}", "b.txt": "b\n", "a.txt.hbs": "a\n" };
    const [one, two] = await Promise.all(
      [generate, generate.toReversed()].map((order) => runTemplates({ templates, files, generate: order })),
    );
    expect(JSON.stringify(two)).toBe(JSON.stringify(one));
    expect(Object.keys(one?.files ?? {}).slice(-2)).toEqual(["a.txt", "b.txt"]);
  });
});

describe("the data", () => {
  test("is as the page for authors says", async () => {
    const written = (await render({ "data.json.hbs": "{{{json this}}}" })) as Readonly<
      Record<string, string>
    >;
    const data: unknown = JSON.parse(
      (written["data.json"] ?? "").replace(/a2agen [0-9][^"]*/, "a2agen 1.2.3"),
    );
    await expect(`${JSON.stringify(data, undefined, 2)}\n`).toMatchFileSnapshot(
      "../../../../expected/template/shop.json",
    );
  });

  test("what the profile says of methods", async () => {
    const name = "lf/a2a/v1/a2a.proto";
    const template =
      "{{#each services.[0].methods}}{{name}}{{#if idempotent}} idempotent{{/if}}{{#if authenticated}} authenticated{{/if}}{{#each aliases}} {{this}}{{/each}}\n{{/each}}";
    const { files: written } = await runTemplates({
      templates: { "methods.txt.hbs": template },
      files: await compileProtos({}, [name]),
      generate: [name],
    });
    expect(written["methods.txt"]).toBe(
      [
        "SendMessage",
        "SendStreamingMessage",
        "GetTask idempotent",
        "ListTasks idempotent",
        "CancelTask idempotent",
        "SubscribeToTask idempotent",
        "CreateTaskPushNotificationConfig",
        "GetTaskPushNotificationConfig idempotent",
        "ListTaskPushNotificationConfigs idempotent ListTaskPushNotificationConfig",
        "GetExtendedAgentCard idempotent authenticated",
        "DeleteTaskPushNotificationConfig idempotent",
        "",
      ].join("\n"),
    );
  });

  test("a service, written as a module", async () => {
    const template = `// Made by {{generator}}.
{{#each service.methods}}
import { {{request.codec.name}} } from {{string (import request.codec.module)}};
{{/each}}
import { {{service.identifier}} } from {{string (import service.modules.service)}};
import { help } from {{string (local "./lib/help")}};

{{#each service.methods as |method|}}
{{#if description}}
{{comment description}}
{{/if}}
export const {{snake method.name}} = { name: {{string method.name}}, kind: {{string streaming}}, path: {{string method.path}} };
{{#each http}}
// {{verb}} {{path}} of {{../identifier}}, {{method.response.type.name}}
{{/each}}
{{/each}}
`;
    const rendered = `import { GetThingRequestCodec } from "JSON";
import { EmptyCodec } from "@a2agen/runtime/codegen/service";
import { ThingCodec } from "JSON";
import { ShopService } from "SERVICE";
import { help } from "HELP";

/** Finds a thing. */
export const get_thing = { name: "GetThing", kind: "unary", path: "/shop.v1.ShopService/GetThing" };
// GET /v1/{name=things/*} of getThing, Thing
export const watch_things = { name: "WatchThings", kind: "server", path: "/shop.v1.ShopService/WatchThings" };
export const upload = { name: "Upload", kind: "client", path: "/shop.v1.ShopService/Upload" };
`;
    const cases = [
      { options: "", json: "../shop/v1/shop_json", service: "../shop/v1/shop_service", help: "../lib/help" },
      {
        options: "import_extension=ts,modules=./gen",
        json: "../gen/shop/v1/shop_json.ts",
        service: "../gen/shop/v1/shop_service.ts",
        help: "../lib/help.ts",
      },
      {
        options: "import_extension=js,modules=../gen",
        json: "../../gen/shop/v1/shop_json.js",
        service: "../../gen/shop/v1/shop_service.js",
        help: "../lib/help.js",
      },
      {
        options: "import_extension=js,modules=@shop/v1",
        json: "@shop/v1",
        service: "@shop/v1",
        help: "../lib/help.js",
      },
    ];
    for (const { options, json, service, help } of cases) {
      const written = (await render({ "out/[service].ts.hbs": template }, options)) as Readonly<
        Record<string, string>
      >;
      expect(written["out/ShopService.ts"]?.replace(/^.*\n/, "")).toBe(
        rendered.replaceAll("JSON", json).replace("SERVICE", service).replace("HELP", help),
      );
    }
  });

  test("fields, their types in TypeScript and what those import", async () => {
    const template = `{{#each message.fields}}
{{property}}{{#unless required}}?{{/unless}}: {{type.typescript}};{{#each type.imports}} {{name}} from {{module}}{{/each}}
{{/each}}
`;
    expect(await render({ "[message].txt.hbs": template })).toEqual({
      "GetThingRequest.txt": "name: string;\n",
      "Thing.txt": `"display-name"?: string;
colors?: (Color | "COLOR_UNSPECIFIED")[]; Color from ./shop/v1/shop_types
parts?: { [key: string]: Thing }; Thing from ./shop/v1/shop_types
cents?: string;
terms?: JsonObject; JsonObject from @a2agen/runtime
`,
    });
  });
});

describe("texts", () => {
  const thing = "{{#each enums}}{{#each values}}{{#if description}}X{{/if}}{{/each}}{{/each}}";
  test.each([
    {
      name: "are not escaped",
      path: "a.ts",
      given: thing.replace("X", "{{description}}"),
      want: "Like <b>blood</b>.",
    },
    {
      name: "are escaped in HTML",
      path: "a.html",
      given: thing.replace("X", "{{description}} {{{description}}}"),
      want: "Like &lt;b&gt;blood&lt;/b&gt;. Like <b>blood</b>.",
    },
    {
      name: "are safe in comments",
      path: "a.ts",
      given: "{{#each messages}}{{comment description}}{{/each}}",
      want: "/** A thing *\\/ & more. */",
    },
    { name: "are literals", path: "a.ts", given: "{{string 'a\"b\\\u2028'}}", want: '"a\\"b\\\\\\u2028"' },
    {
      name: "may have a name that is also a helper's",
      path: "a.ts",
      given: "{{#each enums}}{{#each values}}{{json}} {{/each}}{{/each}}",
      want: "COLOR_UNSPECIFIED COLOR_RED ",
    },
    {
      name: "are written in other cases",
      path: "a.ts",
      given: "{{camel 'HTTPGet_thing'}} {{pascal 'get_thing'}} {{kebab 'A2AService'}} {{snake 'OAuthFlow2'}}",
      want: "httpGetThing GetThing a2a-service o_auth_flow2",
    },
    {
      name: "come from partials with parameters, and from inline ones",
      path: "a.ts",
      given: '{{#*inline "x"}}<{{kind}}{{path}}>{{/inline}}{{> x kind="k"}}{{#> x kind="l"}}{{/x}}',
      want: "<ka.ts><la.ts>",
    },
    {
      name: "know where they are in a list",
      path: "a.ts",
      given:
        "{{#each messages}}{{@index}}{{#if @last}}.{{else}}, {{/if}}{{/each}}{{#with files.[0]}}{{@root.path}}{{/with}}",
      want: "0, 1.a.ts",
    },
    {
      name: "are looked up by name",
      path: "a.ts",
      given: "{{lookup (lookup files 0) 'name'}}",
      want: "shop/v1/shop.proto",
    },
  ])("$name", async ({ path, given, want }) => {
    expect(await render({ [`${path}.hbs`]: given })).toEqual({ [path]: want });
  });
});
