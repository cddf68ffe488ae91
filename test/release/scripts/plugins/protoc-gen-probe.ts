import { createEcmaScriptPlugin, runNodeJs } from "@bufbuild/protoplugin";

runNodeJs(
  createEcmaScriptPlugin({
    name: "protoc-gen-probe",
    version: "v1",
    generateTs(schema) {
      for (const { name } of schema.files) schema.generateFile(`${name}_probe.ts`).print("export {};");
    },
  }),
);
