import type { ServiceModel } from "../../model/model.ts";
import { derived, deriveNames } from "../../naming/derived-names.ts";
import { code, importValue } from "../../print/piece.ts";
import { codegenType } from "../../print/runtime-import.ts";
import { ts } from "../../print/types.ts";
import { methodType } from "../service/method-types.ts";
import { serviceNames } from "../service/names.ts";
import type { Emitter } from "../shared/emitter.ts";
import { emitMethodTable } from "../shared/method-table.ts";
import { moduleImport } from "../shared/module-path.ts";
import { emitServiceFiles, type ServiceContext } from "../shared/service-emitter.ts";

/** Emits for every service the binary forms of its requests and responses, which gRPC sends. */
export const emitGrpc: Emitter = (model) =>
  emitServiceFiles(model, {
    kind: "grpc",
    namesOf: (service) => [codecsName(service)],
    parts: (service, context) => [() => emitCodecs(service, context)],
  });

function codecsName(service: ServiceModel): string {
  return deriveNames(derived.grpc, service).codecs;
}

function emitCodecs(service: ServiceModel, { out, index, file }: ServiceContext): void {
  const { timestamps } = file.dialect;
  const definition = importValue(serviceNames(service).service, moduleImport(file.name, "service"));
  const type = codegenType("GrpcCodecs", "grpc");
  out.doc(`The binary codecs of ${service.typeName}, with which gRPC servers and clients are made.`);
  out.block(
    code`export const ${codecsName(service)}${ts`: ${type}<${definition}>`} = {`,
    () => {
      out.line(code`service: ${definition},`);
      emitMethodTable(service, out, (key, { input, output }) => {
        const request = methodType(input, { index, timestamps }).binary;
        const response = methodType(output, { index, timestamps }).binary;
        out.line(code`${key}: { input: ${request}, output: ${response} },`);
      });
    },
    "};",
  );
}
