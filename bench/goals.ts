import type { OperationName } from "./codecs/contender.ts";
import type { PayloadName } from "./payloads.ts";
import type { EntryName } from "./size/run-size.ts";

/** The most that a figure of ours may be. */
export interface CodecGoal {
  readonly contender: string;
  readonly operation: OperationName;
  readonly payloads: readonly PayloadName[];
  /** Of the ratio to the baseline, or of the time in microseconds. */
  readonly unit: "ratio" | "microseconds";
  readonly most: number;
}

const all = ["a", "b", "c", "d", "e", "f", "u"] as const;
const small = ["a", "b", "c", "d", "f", "u"] as const;

export const codecGoals: readonly CodecGoal[] = [
  {
    contender: "a2agen",
    operation: "decode",
    payloads: ["a", "b", "c", "d", "f", "u"],
    unit: "ratio",
    most: 1.14,
  },
  { contender: "a2agen", operation: "decode", payloads: ["e"], unit: "ratio", most: 1.08 },
  {
    contender: "a2agen without strict extras",
    operation: "check",
    payloads: ["b"],
    unit: "microseconds",
    most: 1.6,
  },
  { contender: "a2agen", operation: "encode", payloads: all, unit: "ratio", most: 1.07 },
  { contender: "a2agen", operation: "canonical", payloads: all, unit: "ratio", most: 1.4 },
  { contender: "a2agen", operation: "respelled", payloads: all, unit: "ratio", most: 3 },
  { contender: "a2agen", operation: "toBinary", payloads: small, unit: "ratio", most: 0.45 },
  { contender: "a2agen", operation: "fromBinary", payloads: small, unit: "ratio", most: 0.45 },
  // What is left is the native encoding of a megabyte in base64, where protobuf-es gives a view of the input.
  { contender: "a2agen", operation: "toBinary", payloads: ["e"], unit: "ratio", most: 3 },
  { contender: "a2agen", operation: "fromBinary", payloads: ["e"], unit: "ratio", most: 3 },
];

/** Milliseconds, on a machine where Node alone needs 58. */
export const generationGoals = { start: 100, generate: 220 } as const;

/** From the start of a process: of an agent over bare node:http, and of a plugin over bare Node. */
export const startGoals = { agent: 2, plugin: 1.5 } as const;

/** CPU time for public APIs over that of protoc-gen-es. */
export const apiGoal = 1.5;

export interface GrowthGoal {
  readonly messages: number;
  readonly milliseconds: number;
  readonly bytes?: number;
}

export const growthGoals: readonly GrowthGoal[] = [
  { messages: 1000, milliseconds: 1000 },
  { messages: 5000, milliseconds: 4000, bytes: 1e9 },
];

/** Bytes after minifying and gzip. */
export const sizeGoals: Readonly<Partial<Record<EntryName, number>>> = {
  decodeTask: 2800,
  decodeAll: 6000,
  decodeEncodeAll: 9000,
  jsonRpcClient: 12_000,
  restClient: 12_000,
  connect: 20_000,
};

/** Milliseconds of importing our codecs, beyond importing an empty module. */
export const importGoal = 1;

/** Microseconds of CPU that an adapter and the kit add to each piece of a model's text. */
export const modelsGoal = 10;

/** Reading a request and checking 1 kB of an extension's data in it, over reading the request alone. */
export const extensionGoal = 1.3;

export const serverGoals = {
  /** CPU time per request over that of node:http. */
  ratio: 1.35,
  /** CPU time per request of @a2a-js/sdk over ours, at least. */
  overSdk: 3.5,
  /** Events per second over those of node:http, at least. */
  eventsRatio: 0.5,
  /** Milliseconds to the first event. */
  firstEvent: 10,
  /** CPU time per event on the longest stream over that on the shortest: what is linear is at 1. */
  growth: 1.2,
} as const;

/** CPU time per call over that of bare grpc-js. */
export const grpcGoal = 1.1;

/** CPU time of a translated call over that of one in the version of the implementation. */
export const translationGoal = 2;

export const gatewayGoals = {
  /** Microseconds of CPU for a call. */
  cpu: 120,
  /** Milliseconds that are added to the median of a call. */
  added: 0.3,
  /** Updates per second in a thousand streams, at least; that is the pace of their agent. */
  eventsPerSecond: 19_000,
} as const;

/** Milliseconds to compose a base of 500 definitions with 20 extensions, including the process's start. */
export const compositionGoal = 1000;

export const agentGoals = {
  /** CPU time of SendMessage with the agent kit over that of a stub which keeps nothing. */
  sendRatio: 1.25,
  /** Artifact updates per second without a binding, at least. */
  eventsPerSecond: 20_000,
  /** CPU time per update on the longest stream over that on the shortest: what is linear is at 1. */
  growth: 1.2,
} as const;

/** Microseconds of CPU that an observer adds to a call of which nothing is sampled. */
export const observerGoal = 5;

export const storeGoals = {
  /** Entries per second, appended one by one and by turn, at least. */
  appends: 8000,
  entries: 40_000,
  /** Milliseconds from an append to a follower at another replica, 99 %. */
  latency: 25,
  /** Percent of the appends that idle replicas may cost. */
  idleLoss: 5,
} as const;

/** Milliseconds that the main thread of the playground may need for a key, in 100 kB of JSON. */
export const keyGoal = 16;

/** Of the console's page: bytes after gzip, and milliseconds. */
export const consoleGoals = { pageBytes: 150_000, workBeforePaint: 300, frame: 50 } as const;
