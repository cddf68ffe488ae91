import type { FileModel, MethodModel, Model } from "@a2agen/generators/model/model.ts";
import { toModelDocument } from "@a2agen/generators/model/model-document.ts";
import { loadModel, profileNameOf } from "@a2agen/protos/load-model.ts";
import type { ProtoSource } from "@a2agen/protos/proto-flags.ts";
import { count } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";

export interface ModelFlags extends ProtoSource {
  readonly json?: true;
  readonly out?: string;
}

/** `a2agen model`: writes the model of protos, or an outline of it. */
export async function writeModel({ flags }: CommandInput<ModelFlags>, terminal: Terminal): Promise<Outcome> {
  const model = await readModel(flags, terminal);
  const text = flags.json
    ? `${JSON.stringify(toModelDocument(model), undefined, 2)}\n`
    : model.files
        .filter(({ requested }) => requested)
        .map(outlineFile)
        .join("\n");
  if (flags.out === undefined) terminal.out(text);
  else await writeFiles([{ path: flags.out, bytes: Buffer.from(text) }]);
  return 0;
}

/** That of a version without a proto, where one is named, and otherwise that of the protos. */
async function readModel(flags: ModelFlags, terminal: Terminal): Promise<Model> {
  const { profile, proto, image } = flags;
  if (profile === undefined || proto !== undefined || image !== undefined) return loadModel(flags, terminal);
  const { schemaModelOf } = await import("@a2agen/protos/legacy-model.ts");
  return schemaModelOf(profileNameOf(profile)) ?? loadModel(flags, terminal);
}

function outlineFile({ name, package: protoPackage, profile, ...file }: FileModel): string {
  const counts = [count(file.messages.length, "message"), count(file.enums.length, "enum")].join(", ");
  return [
    `${name}: package ${protoPackage}, profile ${profile}, ${counts}`,
    ...file.services.flatMap((service) => [`  ${service.typeName}`, ...service.methods.map(outlineMethod)]),
    "",
  ].join("\n");
}

function outlineMethod({ name, input, output, streaming, http }: MethodModel): string {
  const [rule] = http;
  const asks = streaming === "client" || streaming === "bidi" ? `stream ${input}` : input;
  const answers = streaming === "server" || streaming === "bidi" ? `stream ${output}` : output;
  const path = rule === undefined ? "" : `, ${rule.verb} ${rule.template}`;
  return `    ${name}(${asks}): ${answers}${path}`;
}
