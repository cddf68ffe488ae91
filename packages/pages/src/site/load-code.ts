import { compileFunction } from "node:vm";
import { emitJson } from "@a2agen/generators/emit/json/emit-json.ts";
import { typeNames } from "@a2agen/generators/emit/json/names.ts";
import { emitService } from "@a2agen/generators/emit/service/emit-service.ts";
import { serviceNames } from "@a2agen/generators/emit/service/names.ts";
import { modulePath } from "@a2agen/generators/emit/shared/module-path.ts";
import { emitTypes } from "@a2agen/generators/emit/types/emit-types.ts";
import type { Diagnostics } from "@a2agen/generators/model/diagnostics.ts";
import { indexModel } from "@a2agen/generators/model/index-model.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import type { ServiceDefinition } from "@a2agen/runtime/service";

/** The generated code of a model, run in this process. */
export interface LoadedCode {
  /** Throws for a value that the codec of the type refuses. */
  decode(typeName: string, value: unknown): void;
  service(typeName: string): ServiceDefinition | undefined;
}

type Exports = Record<string, unknown>;

/** Generates the codecs and services of a model and loads them: what examples are checked and sent with. */
export async function loadCode(model: Model, diagnostics: Diagnostics): Promise<LoadedCode> {
  const { transform } = await import("sucrase");
  const runtime = new Map<string, unknown>([
    ["@a2agen/runtime/codegen", await import("@a2agen/runtime/codegen")],
    ["@a2agen/runtime/codegen/service", await import("@a2agen/runtime/codegen/service")],
  ]);
  // Examples hold values of imported types too.
  const whole: Model = { ...model, files: model.files.map((file) => ({ ...file, requested: true })) };
  const texts = new Map(
    [emitTypes, emitJson, emitService]
      .flatMap((emit) => emit(whole, diagnostics))
      .map((file) => [file.path, file.toText({ header: "", importExtension: "js" })] as const),
  );
  const loaded = new Map<string, Exports>();
  const load = (path: string): Exports => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const exports: Exports = {};
    loaded.set(path, exports);
    const text = texts.get(path);
    if (text === undefined) throw new Error(`the generated code has no module ${path}`);
    const { code } = transform(text, { transforms: ["typescript", "imports"], disableESTransforms: true });
    const require = (name: string): unknown => runtime.get(name) ?? load(resolveModule(path, name));
    // What our own emitters have printed: names of the protos are identifiers and string literals in it.
    const run = compileFunction(code, ["exports", "require"]) as (exports: Exports, require: unknown) => void;
    run(exports, require);
    return exports;
  };
  const index = indexModel(whole);
  return {
    decode(typeName, value) {
      const codec = load(modulePath(index.fileOf(typeName).name, "json"))[
        typeNames(index.type(typeName)).codec
      ];
      (codec as { readonly decode: (value: unknown) => unknown }).decode(structuredClone(value));
    },
    service(typeName) {
      for (const file of model.files) {
        const found = file.services.find((service) => service.typeName === typeName);
        if (found === undefined) continue;
        return load(modulePath(file.name, "service"))[serviceNames(found).service] as ServiceDefinition;
      }
      return undefined;
    },
  };
}

/** "./a2a_json.js" seen from "a2a/v1/a2a_service" is "a2a/v1/a2a_json". */
function resolveModule(from: string, name: string): string {
  const names = from.split("/").slice(0, -1);
  for (const part of name.replace(/\.js$/, "").split("/")) {
    if (part === "..") names.pop();
    else if (part !== ".") names.push(part);
  }
  return names.join("/");
}
