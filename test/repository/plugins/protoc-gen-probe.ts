import { createEcmaScriptPlugin, runNodeJs } from "@bufbuild/protoplugin";

if (process.env["PROBE_LOADS_YAML"] !== undefined) {
  await import("yaml");
}

const plugin = createEcmaScriptPlugin({
  name: "protoc-gen-probe",
  version: "v1",
  generateTs(schema) {
    for (const file of schema.files) {
      const messages = schema.generateFile(`${file.name}_probe.ts`);
      for (const message of file.messages) {
        messages.print("export const ", message.name, ": string = ", messages.string(message.typeName), ";");
      }
    }
  },
});

runNodeJs(plugin);
