import { status as grpcStatus, type Server } from "@grpc/grpc-js";
import { type DescriptorFile, type DescriptorIndex, indexDescriptors } from "./descriptor-index.ts";
import { isBinaryError } from "./error.ts";
import type { GrpcCodecs } from "./grpc-codecs.ts";
import { bytesOnly, type MethodDefinition } from "./method-definition.ts";
import {
  type ReflectionAnswer,
  type ReflectionQuery,
  readReflectionRequest,
  writeReflectionAnswer,
} from "./reflection-message.ts";
import { type AnswerStream, MessageWriter, type RequestSource } from "./stream.ts";

/** What reflection tells of. */
export interface ReflectionOptions {
  /** The services that are listed. */
  readonly codecs: readonly Pick<GrpcCodecs, "service">[];
  /** google.protobuf.FileDescriptorSet with the files of the services and all their imports. */
  readonly descriptors: Uint8Array | readonly Uint8Array[];
}

const serviceNames = ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

/**
 * Adds server reflection, by which tools such as grpcurl learn the services of a server without its
 * proto files. Whoever reaches the server can ask: authentication is not looked at. Throws a TypeError
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
      const bytes = message as Buffer;
      const request = readReflectionRequest(bytes);
      await writer.write(writeReflectionAnswer(answerQuery(request.query, known, sent), request, bytes));
    }
    call.end();
  } catch (error) {
    // Otherwise the client has gone in the middle of a query, and nobody is there to be told.
    if (isBinaryError(error)) {
      call.emit("error", { code: grpcStatus.INVALID_ARGUMENT, details: error.message });
    }
  }
}

function answerQuery(
  query: ReflectionQuery,
  { index, services }: Known,
  sent: Set<string>,
): ReflectionAnswer {
  switch (query.kind) {
    case "services":
      return { kind: "services", names: services };
    case "file":
      return answerFile(index.files.get(query.name), { index, sent, name: `file ${query.name}` });
    case "symbol":
      return answerFile(index.symbols.get(query.name), { index, sent, name: `symbol ${query.name}` });
    case "extension":
      return answerFile(index.extensions.get(query.of)?.get(query.number), {
        index,
        sent,
        name: `extension ${query.number} of ${query.of}`,
      });
    case "extension numbers":
      if (!index.symbols.has(query.of)) return notFound(`message ${query.of}`);
      return {
        kind: "extension numbers",
        of: query.of,
        numbers: [...(index.extensions.get(query.of)?.keys() ?? [])],
      };
    case "none":
      return { kind: "error", code: grpcStatus.UNIMPLEMENTED, message: "the query is not known" };
  }
}

interface FileInit {
  readonly index: DescriptorIndex;
  readonly sent: Set<string>;
  /** What was asked for. */
  readonly name: string;
}

/** A file, and what it imports as far as the client does not have it. */
function answerFile(file: DescriptorFile | undefined, { index, sent, name }: FileInit): ReflectionAnswer {
  if (file === undefined) return notFound(name);
  const files = [file.bytes];
  const queue = [file];
  sent.add(file.name);
  for (const { imports } of queue) {
    for (const imported of imports) {
      const next = index.files.get(imported);
      if (next === undefined || sent.has(imported)) continue;
      sent.add(imported);
      files.push(next.bytes);
      queue.push(next);
    }
  }
  return { kind: "files", files };
}

function notFound(name: string): ReflectionAnswer {
  return { kind: "error", code: grpcStatus.NOT_FOUND, message: `the server knows no ${name}` };
}
