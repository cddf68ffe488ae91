import { isObject } from "@a2agen/runtime/internal";
import { fromGrpcCode } from "@a2agen/runtime/service";
import type { Exchange } from "./generated/a2agen/exchange/v1/exchange_types.ts";

/** How an exchange ended, in a word: the status of HTTP or gRPC, and the code of an error of JSON-RPC. */
export function outcomeOf({ binding, answer, end }: Exchange): {
  readonly status: string;
  readonly isGood: boolean;
} {
  if (answer === undefined) return { status: end === undefined ? "…" : "×", isGood: end === undefined };
  const isWhole = end?.error === undefined;
  if (binding === "GRPC") {
    const code = Number(answer.trailers?.find(({ name }) => name === "grpc-status")?.value ?? 0);
    return { status: code === 0 ? "OK" : fromGrpcCode(code), isGood: code === 0 && isWhole };
  }
  const error = binding === "JSONRPC" ? errorOf(answer.frames?.at(-1)?.meaning) : undefined;
  const status = String(answer.status);
  return {
    status: error === undefined ? status : `${status} ${error}`,
    isGood: isWhole && error === undefined && answer.status < 400,
  };
}

/** The code of an error of JSON-RPC; answers that are none have a type. */
function errorOf(
  meaning: NonNullable<NonNullable<Exchange["answer"]>["frames"]>[number]["meaning"],
): string | undefined {
  const { type, value } = meaning ?? {};
  if (type !== undefined || !isObject(value) || typeof value["message"] !== "string") return undefined;
  return typeof value["code"] === "number" ? String(value["code"]) : undefined;
}
