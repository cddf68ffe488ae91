import { status as grpcStatus, type Server, type ServerDuplexStream } from "@grpc/grpc-js";
import type { Host } from "../host/host.ts";
import { CallError } from "../service/call-error.ts";
import { GrpcCall } from "./incoming.ts";
import { identity } from "./method-definition.ts";

/** The library's own method that finds the handler of a path; null for one that it does not know. */
const finding = "_retrieveHandler";

type HandlerFinder = { [finding]?: (path: string) => object | null };

/**
 * Shows an observer calls of methods that the server does not have, which the library refuses before its
 * interceptors. It has no public hook for them: without this one of its own they are refused unseen.
 */
export function observeUnknownMethods(server: Server, host: Host): void {
  const finder = server as unknown as HandlerFinder;
  const find = finder[finding];
  if (!host.isObserved || find === undefined) return;
  const unknown = { type: "bidi", serialize: identity, deserialize: identity };
  finder[finding] = (path) =>
    find.call(server, path) ?? { ...unknown, path, func: refuseUnknown(host, path) };
}

/** Answers as the library does. */
function refuseUnknown(host: Host, path: string): (call: ServerDuplexStream<Buffer, Buffer>) => void {
  return (call) => {
    const details = `The server does not implement the method ${path}`;
    host.observeRefusal(new GrpcCall(call), new CallError("UNIMPLEMENTED", details));
    call.emit("error", { code: grpcStatus.UNIMPLEMENTED, details });
  };
}
