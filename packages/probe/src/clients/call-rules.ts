import { current } from "../core/named-versions.ts";
import type { Requirement } from "../core/requirement.ts";
import type { Call } from "./behaviour.ts";

/** A requirement of every call that a client makes. */
export interface CallRule extends Requirement {
  readonly id: string;
  readonly expected: string;
  /** What came instead, to an interface of a version, by its number; undefined for what is right. */
  readonly judge: (call: Call, protocolVersion: string | undefined) => string | undefined;
}

function headerOf({ exchange }: Call, wanted: string): string | undefined {
  return exchange.request.headers?.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

export const callRules: readonly CallRule[] = [
  {
    id: "client-calls.valid",
    level: "MUST",
    section: "4.1.4",
    title: "Requests have every required field, each of its type",
    expected: "a request without a problem",
    judge: ({ problems }) => problems[0],
  },
  {
    id: "client-calls.version",
    level: "MUST",
    section: "3.6.1",
    title: "Calls name their version",
    expected: "the version of the interface in A2A-Version",
    only: [current],
    judge: (call, protocolVersion) => {
      const version =
        headerOf(call, "a2a-version") ?? new URL(call.exchange.request.url).searchParams.get("A2A-Version");
      return version === protocolVersion ? undefined : (version ?? "none");
    },
  },
  {
    id: "client-calls.media-type",
    level: "MUST",
    section: "9.1",
    title: "Bodies are application/json, of HTTP+JSON also application/a2a+json",
    expected: "application/json",
    only: ["JSONRPC", "HTTP+JSON"],
    judge: (call) => {
      if (call.exchange.request.verb === "GET") return undefined;
      const type = headerOf(call, "content-type") ?? "none";
      return /^application\/(?:a2a\+)?json\s*(?:;|$)/i.test(type) ? undefined : type;
    },
  },
  {
    id: "client-calls.accept",
    level: "SHOULD",
    section: "9.4.2",
    title: "Calls of streams accept text/event-stream",
    expected: "accept: text/event-stream",
    only: ["JSONRPC", "HTTP+JSON"],
    judge: (call) => {
      if (call.member !== "sendStreamingMessage") return undefined;
      const accept = headerOf(call, "accept") ?? "*/*";
      return /text\/event-stream|\*\/\*|text\/\*/i.test(accept) ? undefined : accept;
    },
  },
  {
    id: "client-calls.grpc-metadata",
    level: "MUST",
    section: "10.1",
    title: "Calls of gRPC are application/grpc, with te: trailers",
    expected: "content-type: application/grpc, te: trailers",
    only: ["GRPC"],
    judge: (call) => {
      const type = headerOf(call, "content-type") ?? "";
      return type.startsWith("application/grpc") && headerOf(call, "te") === "trailers" ? undefined : type;
    },
  },
];
