import { createEcmaScriptPlugin, runNodeJs } from "@bufbuild/protoplugin";

runNodeJs(
  createEcmaScriptPlugin({
    name: "protoc-gen-probe",
    version: "v1",
    generateTs(schema) {
      for (const file of schema.files) {
        const messages = schema.generateFile(`${file.name}_probe.ts`);
        for (const message of file.messages) {
          messages.print(
            "export const ",
            message.name,
            ": string = ",
            messages.string(message.typeName),
            ";",
          );
        }
      }
    },
  }),
);
