import { isCallError } from "@a2agen/runtime/service";

/**
 * `error.type`: the JSON-RPC code, else the status of the binding, of an error that a server sent; the gRPC
 * name of one that the client itself made, as of a time limit; else the name of the exception.
 */
export function errorType(error: unknown, binding: string | undefined): string {
  if (!isCallError(error)) return error instanceof Error && error.name !== "" ? error.name : "_OTHER";
  if (error.origin === "client") return error.status;
  switch (binding) {
    case "JSONRPC":
      return String(error.jsonRpc);
    case "HTTP+JSON":
      return String(error.http);
    default:
      return error.status;
  }
}

/** A text for the status of a span, which has nothing of the request: errors repeat what came. */
export function errorText(error: unknown): string {
  return isCallError(error) ? error.reason : error instanceof Error ? error.name : "";
}

/** A refusal of a store, "conflict" say, which is its way of work. */
export function isStoreRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_A2AGEN_TASK_STORE";
}

/** Whether a turn ended because a client wanted it to. */
export function isCanceled(error: unknown): boolean {
  return isCallError(error) && error.status === "CANCELLED";
}
