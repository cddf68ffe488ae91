import { status as grpcStatus, type Server } from "@grpc/grpc-js";
import { bytesToBase64 } from "../core/base64.ts";
import { defined } from "../core/object.ts";
import { type DescriptorFile, type DescriptorIndex, indexDescriptors } from "./descriptor-index.ts";
import { isBinaryError } from "./error.ts";
import {
  ServerReflectionRequestBinary,
  ServerReflectionResponseBinary,
} from "./generated/grpc/reflection/v1/reflection_binary.ts";
import type {
  ErrorResponse,
  ExtensionNumberResponse,
  FileDescriptorResponse,
  ListServiceResponse,
  ServerReflectionRequest,
} from "./generated/grpc/reflection/v1/reflection_types.ts";
import type { GrpcCodecs } from "./grpc-codecs.ts";
import { bytesOnly, type MethodDefinition } from "./method-definition.ts";
import { type AnswerStream, MessageWriter, type RequestSource } from "./stream.ts";

/** What server reflection reports. */
export interface ReflectionOptions {
  /** The services that are listed. */
  readonly codecs: readonly Pick<GrpcCodecs, "service">[];
  /** google.protobuf.FileDescriptorSet with the files of the services and all their imports. */
  readonly descriptors: Uint8Array | readonly Uint8Array[];
}

const serviceNames = ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

/**
 * Adds server reflection, by which tools such as grpcurl learn the services of a server without its
 * proto files. Anyone who reaches the server can ask, without authentication. Throws a TypeError
 * when the descriptors lack a service.
 */
export function addReflection(server: Server, { codecs, descriptors }: ReflectionOptions): void {
  const index = indexDescriptors(descriptors instanceof Uint8Array ? [descriptors] : descriptors);
  const services = codecs.map(({ service }) => service.typeName).toSorted();
  for (const name of services) {
    if (!index.symbols.has(name)) throw new TypeError(`descriptors: expected ${name}, found no such service`);
  }
  const handler = (call: RequestSource & AnswerStream): void => {
    void answerQueries(call, { index, services });
  };
  for (const name of serviceNames) {
    const path = `/${name}/ServerReflectionInfo`;
    const definition: MethodDefinition = {
      path,
      requestStream: true,
      responseStream: true,
      ...bytesOnly,
    };
    server.addService({ [path]: definition }, { [path]: handler });
  }
}

interface Known {
  readonly index: DescriptorIndex;
  readonly services: readonly string[];
}

async function answerQueries(call: RequestSource & AnswerStream, known: Known): Promise<void> {
  const writer = new MessageWriter(call);
  /** Names of files that the client has been sent on this stream. */
  const sent = new Set<string>();
  try {
    for await (const message of call.iterator({ destroyOnReturn: false })) {
      const request = ServerReflectionRequestBinary.decode(message as Buffer);
      const response = {
        ...defined({ validHost: request.host }),
        originalRequest: request,
        ...answerQuery(request, known, sent),
      };
      await writer.write(ServerReflectionResponseBinary.encode(response));
    }
    call.end();
  } catch (error) {
    // For another error the client has gone in the middle of a query.
    if (isBinaryError(error)) {
      call.emit("error", { code: grpcStatus.INVALID_ARGUMENT, details: error.message });
    }
  }
}

/** The arms of a ServerReflectionResponse. */
type ReflectionAnswer =
  | { readonly fileDescriptorResponse: FileDescriptorResponse }
  | { readonly allExtensionNumbersResponse: ExtensionNumberResponse }
  | { readonly listServicesResponse: ListServiceResponse }
  | { readonly errorResponse: ErrorResponse };

function answerQuery(
  query: ServerReflectionRequest,
  { index, services }: Known,
  sent: Set<string>,
): ReflectionAnswer {
  if (query.listServices !== undefined) {
    return { listServicesResponse: { service: services.map((name) => ({ name })) } };
  }
  if (query.fileByFilename !== undefined) {
    const name = query.fileByFilename;
    return answerFile(index.files.get(name), { index, sent, name: `file ${name}` });
  }
  if (query.fileContainingSymbol !== undefined) {
    const name = query.fileContainingSymbol;
    return answerFile(index.symbols.get(name), { index, sent, name: `symbol ${name}` });
  }
  if (query.fileContainingExtension !== undefined) {
    const { containingType, extensionNumber } = query.fileContainingExtension;
    const file = index.extensions.get(containingType)?.get(extensionNumber);
    return answerFile(file, { index, sent, name: `extension ${extensionNumber} of ${containingType}` });
  }
  if (query.allExtensionNumbersOfType !== undefined) {
    const baseTypeName = query.allExtensionNumbersOfType;
    if (!index.symbols.has(baseTypeName)) return notFound(`message ${baseTypeName}`);
    const extensionNumber = [...(index.extensions.get(baseTypeName)?.keys() ?? [])];
    return { allExtensionNumbersResponse: { baseTypeName, extensionNumber } };
  }
  return failure(grpcStatus.UNIMPLEMENTED, "the query is not known");
}

interface FileInit {
  readonly index: DescriptorIndex;
  readonly sent: Set<string>;
  /** What was asked for. */
  readonly name: string;
}

/** A file, and those of its imports that the client does not have. */
function answerFile(file: DescriptorFile | undefined, { index, sent, name }: FileInit): ReflectionAnswer {
  if (file === undefined) return notFound(name);
  const files = [bytesToBase64(file.bytes)];
  const queue = [file];
  sent.add(file.name);
  for (const { imports } of queue) {
    for (const imported of imports) {
      const next = index.files.get(imported);
      if (next === undefined || sent.has(imported)) continue;
      sent.add(imported);
      files.push(bytesToBase64(next.bytes));
      queue.push(next);
    }
  }
  return { fileDescriptorResponse: { fileDescriptorProto: files } };
}

function notFound(name: string): ReflectionAnswer {
  return failure(grpcStatus.NOT_FOUND, `the server knows no ${name}`);
}

function failure(errorCode: number, errorMessage: string): ReflectionAnswer {
  return { errorResponse: { errorCode, errorMessage } };
}
