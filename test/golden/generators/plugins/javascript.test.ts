import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { emitJson } from "../../../../generators/emit/json/emit-json.ts";
import { emitService } from "../../../../generators/emit/service/emit-service.ts";
import { emitTypes } from "../../../../generators/emit/types/emit-types.ts";
import { createDiagnostics } from "../../../../generators/model/diagnostics.ts";
import { readStatements } from "../../../../generators/print/statements.ts";
import { toJavaScript } from "../../../../generators/print/to-javascript.ts";
import { buildSchemaModel } from "../../../../generators/source/json-schema/build-model.ts";
import { readDocument } from "../../../../generators/source/profile/read-document.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";

/**
 * What the compiler makes of a file, or the file itself, as the compiler prints it: whatever the layout was.
 */
function normalize(text: string): string {
  const source = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest);
  // The compiler drops brackets around what had a type.
  return ts
    .createPrinter({ removeComments: true })
    .printFile(source)
    .replaceAll(/(?<=\? )\(((?:message|into)\.\w+)\)/g, "$1");
}

function expectSame(path: string, { typeScript, javaScript }: { typeScript: string; javaScript: string }) {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(typeScript, { compilerOptions });
  expect({ path, text: normalize(javaScript) }).toEqual({ path, text: normalize(outputText) });
}

const features = ["any", "comments", "editions2023", "empty", "enums", "legacy2", "maps", "names", "wide"];
const everyFeature = {
  name: "protos with every feature",
  protos: [
    ...[...features, "nested", "oneofs", "scalars", "wellknown"].map((name) => `features/${name}.proto`),
    "bookshop/v1/bookshop.proto",
    "notebook/v1/notebook.proto",
  ],
  targets: "types+json+binary+service+grpc,profile=proto",
};

/** Texts by path, in TypeScript and in JavaScript. */
async function generate({
  protos,
  targets,
}: Pick<typeof everyFeature, "protos" | "targets">): Promise<Readonly<Record<string, string>>> {
  const { error, files } = await runPlugin({
    parameter: `target=ts+js,targets=${targets}`,
    files: await compileProtos({}, protos),
    generate: protos,
  });
  expect(error).toBeUndefined();
  return files;
}

// Quick: the comparison below takes the compiler.
test("types are in no JavaScript, not even as what reads as a comparison", async () => {
  const files = Object.entries(await generate(everyFeature)).filter(([path]) => path.endsWith(".js"));
  const read = await Promise.all(
    files.map(async ([sourcefile, text]) => {
      const { code } = await transform(text, { loader: "js", sourcefile });
      return [sourcefile, / < [\w.]+ > .*/.exec(code)?.[0]];
    }),
  );
  expect(read.filter(([, comparison]) => comparison !== undefined)).toEqual([]);
});

describe("the JavaScript of a file is that which the compiler makes of its TypeScript", () => {
  const runs = [
    {
      name: "A2A",
      protos: ["lf/a2a/v1/a2a.proto"],
      targets: "types+json+binary+service+grpc+legacy+index",
    },
    everyFeature,
    {
      name: "extensions",
      protos: ["geolocation", "task_search", "parcel"].map((name) => `extensions/${name}/v1/${name}.proto`),
      targets: "types+json+binary+service+extension",
    },
  ];

  test.each(runs)("of $name", { tags: "later" }, async (run) => {
    const files = await generate(run);
    const paths = Object.keys(files).filter((path) => path.endsWith(".ts"));
    expect(paths.length).toBeGreaterThan(run.protos.length);
    for (const path of paths) {
      expectSame(path, {
        typeScript: files[path] ?? "",
        javaScript: files[path.replace(/ts$/, "js")] ?? "",
      });
    }
  });

  test("of a JSON Schema", { tags: "later" }, () => {
    const root = join(import.meta.dirname, "../../../..");
    const schema = "profiles/a2a-0.3.schema.json";
    const profile = "profiles/a2a-0.3.yaml";
    const diagnostics = createDiagnostics();
    const model = buildSchemaModel(
      {
        schema: JSON.parse(readFileSync(join(root, schema), "utf8")),
        source: schema,
        name: "a2a.schema.json",
        profile: readDocument("profile", readFileSync(join(root, profile), "utf8"), profile),
      },
      diagnostics,
    );
    for (const file of [emitTypes, emitJson, emitService].flatMap((emit) => emit(model, diagnostics))) {
      const options = { header: "", importExtension: "js" } as const;
      const javaScript = toJavaScript(readStatements(file.toMarkedText(options)));
      expectSame(file.path, { typeScript: file.toText(options), javaScript });
    }
  });
});
