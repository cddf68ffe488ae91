/**
 * The canonical statuses of gRPC and what each one is in the other bindings: the HTTP status that
 * google.rpc.Code names, and the code of JSON-RPC 2.0 where that has a specific one. An error of a
 * profile has its own row instead (`ErrorRow`).
 */
export const statusTable = {
  CANCELLED: { grpc: 1, http: 499, jsonRpc: -32000 },
  UNKNOWN: { grpc: 2, http: 500, jsonRpc: -32000 },
  INVALID_ARGUMENT: { grpc: 3, http: 400, jsonRpc: -32602 },
  DEADLINE_EXCEEDED: { grpc: 4, http: 504, jsonRpc: -32000 },
  NOT_FOUND: { grpc: 5, http: 404, jsonRpc: -32000 },
  ALREADY_EXISTS: { grpc: 6, http: 409, jsonRpc: -32000 },
  PERMISSION_DENIED: { grpc: 7, http: 403, jsonRpc: -32000 },
  RESOURCE_EXHAUSTED: { grpc: 8, http: 429, jsonRpc: -32000 },
  FAILED_PRECONDITION: { grpc: 9, http: 400, jsonRpc: -32000 },
  ABORTED: { grpc: 10, http: 409, jsonRpc: -32000 },
  OUT_OF_RANGE: { grpc: 11, http: 400, jsonRpc: -32000 },
  UNIMPLEMENTED: { grpc: 12, http: 501, jsonRpc: -32601 },
  INTERNAL: { grpc: 13, http: 500, jsonRpc: -32603 },
  UNAVAILABLE: { grpc: 14, http: 503, jsonRpc: -32000 },
  DATA_LOSS: { grpc: 15, http: 500, jsonRpc: -32000 },
  UNAUTHENTICATED: { grpc: 16, http: 401, jsonRpc: -32000 },
} as const;

/** Name of a gRPC status other than OK. */
export type StatusName = keyof typeof statusTable;

export const statusNames = /* @__PURE__ */ Object.keys(statusTable) as readonly StatusName[];

/** Whether a text is the name of a gRPC status other than OK. */
export function isStatusName(name: string): name is StatusName {
  return Object.hasOwn(statusTable, name);
}

/** The status that a gRPC code stands for; UNKNOWN for a number that has no name. */
export function fromGrpcCode(code: number): StatusName {
  return statusNames.find((name) => statusTable[name].grpc === code) ?? "UNKNOWN";
}

/** The statuses of further HTTP statuses, and of those that several share. */
const httpStatuses: Readonly<Record<number, StatusName>> = {
  405: "UNIMPLEMENTED",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  413: "RESOURCE_EXHAUSTED",
  415: "INVALID_ARGUMENT",
  422: "INVALID_ARGUMENT",
  431: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  502: "UNAVAILABLE",
};

/** The status that an HTTP status stands for where nothing else is known, as google.rpc.Code pairs them. */
export function fromHttpStatus(http: number): StatusName {
  const found = httpStatuses[http] ?? statusNames.find((name) => statusTable[name].http === http);
  if (found !== undefined) return found;
  if (http >= 400 && http < 500) return "FAILED_PRECONDITION";
  return http >= 500 ? "INTERNAL" : "UNKNOWN";
}
