import { defined } from "@a2agen/runtime/internal";
import type { DataEmitter } from "../shared/emitter.ts";
import { buildOpenApi, hasHttpRules } from "./build-openapi.ts";
import type { OpenApiVersion } from "./openapi-version.ts";
import { listServicePackages } from "./service-package.ts";

const versions: readonly OpenApiVersion[] = ["3.1", "3.2"];

/**
 * Emits the OpenAPI documents of every package whose services have HTTP rules, in both versions, as
 * JSON and as YAML: "a2a.openapi-3.1.json". The YAML writer is given, so that only those who want
 * documents load one.
 */
export function createOpenApiEmitter(toYaml: (value: unknown) => string): DataEmitter {
  return (model, { diagnostics, generator, publisher }) =>
    listServicePackages(model)
      .filter(hasHttpRules)
      .flatMap(({ protoPackage, path }) =>
        versions.flatMap((version, i) => {
          // What one version cannot describe, the next cannot either; it is reported once.
          const report = i === 0 ? { diagnostics } : {};
          const init = { version, protoPackage, generator, ...defined({ publisher }), ...report };
          const document = buildOpenApi(model, init);
          return [
            { path: `${path}.openapi-${version}.json`, text: `${JSON.stringify(document, undefined, 2)}\n` },
            { path: `${path}.openapi-${version}.yaml`, text: toYaml(document) },
          ];
        }),
      );
}
