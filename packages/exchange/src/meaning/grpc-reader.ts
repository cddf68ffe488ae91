import type { BinaryType } from "@a2agen/runtime/binary";
import { errorMessage } from "@a2agen/runtime/internal";
import { type GrpcCodecs, type GrpcMethod, listMethods } from "@a2agen/runtime/internal/wire";
import { fromRecorded } from "../bytes.ts";
import type { Bytes, Meaning, Request } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { meaningOf, type Reader, readMessage, unreadable } from "./reader.ts";

/** Reads an exchange over gRPC (A2A 10). */
export function readGrpc({ url, body }: Request, codecs: GrpcCodecs): Reader {
  const { pathname } = new URL(url);
  const found: GrpcMethod | undefined = listMethods([codecs]).find(({ path }) => pathname.endsWith(path));
  if (found === undefined) {
    return {
      request: unreadable(`no method of the service has the path ${pathname}`),
      frame: () => undefined,
    };
  }
  const { method, input, output } = found;
  return {
    method: method.name,
    request: readBinary(body ?? { text: "" }, input, method.input),
    frame: (bytes) => readBinary(bytes, output, method.output),
  };
}

function readBinary(bytes: Bytes, type: BinaryType, codec: Parameters<typeof readMessage>[0]): Meaning {
  try {
    return readMessage(codec, type.decode(fromRecorded(bytes), undefined, { lenient: true }));
  } catch (error) {
    return meaningOf({ type: type.typeName, problems: [{ path: "", message: errorMessage(error) }] });
  }
}
