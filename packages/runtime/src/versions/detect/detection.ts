import type { Codec } from "../../core/codec.ts";
import type { Issue } from "../../core/issue.ts";
import type { Method, ServiceDefinition } from "../../service/method.ts";

/** A version of the protocol, with everything by which its JSON is known. */
export interface Dialect {
  /** Name of the profile, "a2a-0.3". */
  readonly name: string;
  /** Major and minor number, "0.3". */
  readonly version: string;
  readonly service: ServiceDefinition;
  /** The codecs of all types. */
  readonly codecs: readonly Codec<unknown>[];
}

/**
 * What a value is. "message": a value of a type. "event": one that only a stream sends. "request",
 * "response" and "error": JSON-RPC envelopes. "problem": the body of an error over HTTP.
 */
export type Shape = "message" | "event" | "request" | "response" | "error" | "problem";

/** A dialect and what a value is in it. */
export interface Finding {
  /** Name of the dialect. */
  readonly dialect: string;
  readonly what: Shape;
  /** Full name of the type, "a2a-0.3.Task": of the value, the params or the result; empty for errors. */
  readonly typeName: string;
  /** Where the value of that type is: [] for the whole, ["params"], ["result"]. */
  readonly at: readonly string[];
  /** JSON-RPC names of the methods: of a request its own, of a response all that answer so. */
  readonly methods: readonly string[];
  /**
   * The name of the error, "TaskNotFoundError"; absent for errors of JSON-RPC itself and for other messages.
   */
  readonly error?: string;
}

/**
 * How sure the dialect is. "certain": no other one accepts the value without unknown fields. "likely": the
 * others know fewer of its fields, or the value says little. "possible": another one fits as well or better.
 */
export type Certainty = "certain" | "likely" | "possible";

/** A dialect and type that accept the value. */
export interface Candidate extends Finding {
  readonly certainty: Certainty;
  /** Paths of the fields that the type does not have, from the root; at most 100 of them. */
  readonly unknownFields: readonly string[];
  /** How many fields the type cannot be without: of types that fit equally well, more of them say more. */
  readonly requiredFields: number;
}

/** A dialect and type that nearly accept the value. */
export interface NearMiss extends Finding {
  /** The problems, with paths from the root; at most 20. */
  readonly issues: readonly Issue[];
  /** Whether the lenient mode of the codec reads it nevertheless. */
  readonly isReadLeniently: boolean;
}

/** The dialects and types that a value may be of. */
export interface Detection {
  /** Best first; at most 20. */
  readonly candidates: readonly Candidate[];
  /** Given if no candidate is without unknown fields; nearest first, at most 5. */
  readonly nearest: readonly NearMiss[];
  /** Why there is no candidate, in one sentence; absent when there are some. */
  readonly reason?: string;
}

/** The facts that the caller knows already. */
export interface DetectHints {
  /** Names of the only dialects to look at. */
  readonly dialects?: readonly string[];
  /** Name of the type, "Task" or "a2a-0.3.Task": of the value, the params or the result. */
  readonly typeName?: string;
  /** JSON-RPC name of the method that a response answers, as the request had it. */
  readonly method?: string;
}

/**
 * Says which dialect and type a JSON value is. Takes any value, leaves it alone and never throws; the
 * time that it takes is bounded by the size of the value, not by that times the number of types.
 */
export type Detect = (value: unknown, hints?: DetectHints) => Detection;

/** The methods of a dialect's service. */
export function methodsOf({ service }: { readonly service: ServiceDefinition }): readonly Method[] {
  return Object.values<Method>(service.methods);
}
