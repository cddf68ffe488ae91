import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";
import { emitFiles, emitServices } from "./emit-services.ts";

const golden = join(import.meta.dirname, "../../../../expected/service");

const greeter = await readFile(join(golden, "greeter.proto"), "utf8");

describe("the files of services", () => {
  test("are those of the golden output, byte for byte", async () => {
    const files = await emitServices(greeter);
    expect(Object.keys(files)).toEqual(["greeter_service.ts", "proto_protocol.ts", "greeter_grpc.ts"]);
    for (const [path, text] of Object.entries(files)) {
      await expect(text.replaceAll(/(a2agen |release: ")\d+\.\d+\.\d+/g, "$10.0.0")).toMatchFileSnapshot(
        join(golden, path),
      );
    }
  });

  test("are not written for a proto without services", async () => {
    const text = 'syntax = "proto3";\npackage p.v1;\nmessage Dog {}\n';
    expect(await emitServices(text)).toEqual({});
  });

  test.each(["service", "grpc"])(
    "are the same from protoc-gen-a2a-%s as from the umbrella",
    async (target) => {
      const files = await compileProtos({ "greeter.proto": greeter });
      const generate = ["greeter.proto"];
      const single = await runPlugin({
        plugin: `protoc-gen-a2a-${target}`,
        parameter: "target=ts",
        files,
        generate,
      });
      const umbrella = await runPlugin({ parameter: `target=ts,targets=${target}`, files, generate });
      expect(Object.keys(single.files)).toContain(`greeter_${target}.ts`);
      expect(single).toEqual(umbrella);
    },
  );

  test("refer to messages of other packages and to protos in other directories", async () => {
    const files = await compileProtos({
      "a/b/c.proto":
        'syntax = "proto3";\npackage a.b;\nimport "d/e.proto";\nservice S {\n  rpc Get(d.Given) returns (d.Given.Inner);\n}\n',
      "d/e.proto": 'syntax = "proto3";\npackage d;\nmessage Given {\n  message Inner {}\n}\n',
    });
    const written = await emitFiles(files, ["a/b/c.proto", "d/e.proto"], "targets=service+grpc+index");
    const imports = (path: string) =>
      [...(written[path] ?? "").matchAll(/from "(\.[^"]+)"/g)].map(([, from]) => from);
    expect(imports("a/b/c_service.ts")).toEqual([
      "../../d/e_json.js",
      "../../d/e_types.js",
      "../../proto_protocol.js",
    ]);
    expect(imports("a/b/c_grpc.ts")).toEqual(["./c_service.js", "../../d/e_binary.js"]);
    expect(imports("index.ts")).toEqual(["./a/b/c_service.js", "./proto_protocol.js", "./a/b/c_grpc.js"]);
  });
});

describe("what is known of the protocol", () => {
  const a2a = ["a2a/v1/a2a.proto", "lf/a2a/v1/a2a.proto"];

  test("has a file for each profile that rules a service, which an index leaves out when there are two", async () => {
    const files = await compileProtos({}, [...a2a, "bookshop/v1/bookshop.proto"]);
    const generate = ["bookshop/v1/bookshop.proto", "lf/a2a/v1/a2a.proto"];
    const written = await emitFiles(files, generate, "targets=service+index");
    expect(Object.keys(written)).toEqual([
      "bookshop/v1/bookshop_service.ts",
      "lf/a2a/v1/a2a_service.ts",
      "a2a-1.0_protocol.ts",
      "proto_protocol.ts",
      "index.ts",
      "bookshop/v1/index.ts",
      "lf/a2a/v1/index.ts",
    ]);
    expect(written["index.ts"]?.split("\n").slice(2)).toEqual([
      'export * from "./bookshop/v1/bookshop_service.js";',
      'export * from "./lf/a2a/v1/a2a_service.js";',
      "",
    ]);
  });

  test.each(["a2a-1.0", "a2a-1.0-draft"])(
    "is the same in a project that has none of the protocol's protos: %s",
    async (profile) => {
      const files = await emitServices(greeter, { targets: "service", options: `,profile=${profile}` });
      const path = `${profile}_protocol.ts`;
      const published = await readFile(
        join(import.meta.dirname, `../../../../../generated/${profile}/src/${path}`),
        "utf8",
      );
      // The draft gives one field a json_name, which only its proto knows.
      const known = published.replace('eventMessages: [["message"]]', 'eventMessages: [["msg"]]');
      expect(files[path]).toBe(profile === "a2a-1.0" ? published : known);
    },
  );
});
