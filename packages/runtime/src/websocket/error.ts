import type { CallError } from "../service/call-error.ts";
import { fromErrorDetails, toErrorDetails } from "../service/error-details.ts";
import type { ClientProtocol, Protocol } from "../service/protocol.ts";
import { fromGrpcCode, isStatusName, statusTable } from "../service/status.ts";

/** An error as JSON: google.rpc.Status, the name of the status, and what WWW-Authenticate would say. */
export function toErrorObject(error: CallError, protocol: Protocol): object {
  return {
    code: statusTable[error.status].grpc,
    status: error.status,
    message: error.message,
    details: toErrorDetails(error, protocol),
    ...(error.challenges.length === 0 ? {} : { challenges: error.challenges }),
  };
}

/** Makes the error of a call from what the server sent; anything that is missing is UNKNOWN. */
export function fromErrorObject(value: unknown, protocol: ClientProtocol): CallError {
  const { code, status, message, details, challenges } = (
    typeof value === "object" && value !== null ? value : {}
  ) as Readonly<Record<"code" | "status" | "message" | "details" | "challenges", unknown>>;
  const byCode = typeof code === "number" ? fromGrpcCode(code) : "UNKNOWN";
  const texts = Array.isArray(challenges) ? challenges.filter((text) => typeof text === "string") : [];
  return fromErrorDetails(
    Array.isArray(details) ? details : [],
    {
      status: typeof status === "string" && isStatusName(status) ? status : byCode,
      message: typeof message === "string" ? message : "the server answered with an error",
      ...(texts.length === 0 ? {} : { challenges: texts }),
    },
    protocol,
  );
}
