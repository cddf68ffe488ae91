import { createEcmaScriptPlugin, runNodeJs } from "@bufbuild/protoplugin";

const wanted = process.env["PROBE_LOADS"];
if (wanted === "yaml") (await import("yaml")).parse("1");
if (wanted === "ts-morph") await import("ts-morph");

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
