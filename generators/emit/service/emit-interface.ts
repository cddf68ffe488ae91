import type { MethodModel, ServiceModel } from "../../model/model.ts";
import { toPropertyName } from "../../naming/identifiers.ts";
import { code, type Piece } from "../../print/piece.ts";
import { runtimeType } from "../../print/runtime-import.ts";
import type { ServiceContext } from "../shared/service-emitter.ts";
import { declarationDoc } from "../types/doc-text.ts";
import { methodType } from "./method-types.ts";
import { serviceNames } from "./names.ts";

/** Emits the interface that the handlers of a service implement. */
export function emitInterface(service: ServiceModel, context: ServiceContext): void {
  const { out } = context;
  const head = `export interface ${serviceNames(service).service} {`;
  out.doc(declarationDoc(service));
  if (service.methods.length === 0) {
    out.line(`${head}}`);
    return;
  }
  out.block(
    head,
    () => {
      for (const method of service.methods) {
        out.doc(declarationDoc(method));
        out.line(toPropertyName(method.member), signature(method, context), ";");
      }
    },
    "}",
  );
}

/** Emits the type of a service's clients. */
export function emitClientType(service: ServiceModel, { out }: ServiceContext): void {
  const names = serviceNames(service);
  out.doc(`A client of ${names.service}: the same methods, called with options or without.`);
  out.line(code`export type ${names.client} = ${runtimeType("ClientOf", "service")}<${names.service}>;`);
}

function signature({ input, output, streaming }: MethodModel, context: ServiceContext): Piece {
  const timestamps = context.file.dialect.timestamps;
  const request = methodType(input, { index: context.index, timestamps }).type;
  const response = methodType(output, { index: context.index, timestamps }).type;
  const stream = globalType("AsyncIterable", context);
  const call = code`context: ${runtimeType("CallContext", "service")}`;
  const promise = code`${globalType("Promise", context)}<${response}>`;
  switch (streaming) {
    case "unary":
      return code`(request: ${request}, ${call}): ${promise}`;
    case "server":
      return code`(request: ${request}, ${call}): ${stream}<${response}>`;
    case "client":
      return code`(requests: ${stream}<${request}>, ${call}): ${promise}`;
    case "bidi":
      return code`(requests: ${stream}<${request}>, ${call}): ${stream}<${response}>`;
  }
}

/** A service of the file can have the name of a type that every file sees. */
function globalType(name: string, { out }: ServiceContext): string {
  return out.exports.has(name) ? `globalThis.${name}` : name;
}
