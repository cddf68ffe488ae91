import type { Request } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import type { KitKind, KitVersion } from "../probe/probe-kit.ts";

export type FaultBinding = "JSONRPC" | "HTTP+JSON" | "GRPC";

/** A call as it came over the wire. */
export interface WireCall {
  readonly verb: string;
  /** Path and query. */
  readonly target: string;
  /** As the proto names it; "" for what is no call, such as a request for the card. */
  readonly method: string;
  /** The parameters of JSON-RPC. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly text: string;
  header(name: string): string | undefined;
}

/** An answer on its way to the client, which a fault may change. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  /** The whole body; over gRPC, where it is not "", a message in base64 instead of those that came. */
  body: string;
  /** Of gRPC. */
  trailers: Record<string, string>;
}

/** Something that an agent does wrong, in each answer that matches. */
export interface Fault {
  readonly name: string;
  /** The requirement that finds it. */
  readonly by: RequirementId;
  readonly agent: KitKind;
  readonly version: KitVersion;
  /** The interfaces of the agent; only the last one has the fault, and the card. */
  readonly bindings: readonly FaultBinding[];
  readonly effect: Effect;
}

export type Effect =
  /** What the agent reads of a header, or of the path and query. */
  | {
      readonly kind: "header";
      readonly read: (name: string, value: string | undefined) => string | undefined;
    }
  | { readonly kind: "target"; readonly read: (target: string) => string }
  /** Another body instead of the one that came. */
  | { readonly kind: "call"; readonly when: CallTest; readonly text: (call: WireCall) => string }
  | { readonly kind: "answer"; readonly when: AnswerTest; readonly change: AnswerChange }
  /** The events of a stream, each with its place, become these. */
  | { readonly kind: "events"; readonly when: CallTest; readonly map: EventMap }
  /** Streams that match are never closed. */
  | { readonly kind: "endless"; readonly when: CallTest }
  /** Streams that match end with the first one that its client closes. */
  | { readonly kind: "together"; readonly when: CallTest }
  /** A request on its way to the agent, in which headers still have their letters. */
  | { readonly kind: "sent"; readonly change: (request: Request) => void }
  /** A notification on its way to a webhook, and one more that follows it. */
  | {
      readonly kind: "notification";
      readonly change: (request: Request) => void;
      readonly more?: (request: Request) => void;
    }
  /** The notifications to a webhook, each with its place, become these. */
  | {
      readonly kind: "notifications";
      readonly map: (request: Request, at: number) => readonly Request[];
    };

export type CallTest = (call: WireCall) => boolean;
/** `body` is the text of the answer; over gRPC its status. */
export type AnswerTest = (call: WireCall, body: string) => boolean;
export type AnswerChange = (answer: WireAnswer, call: WireCall) => void;
export type EventMap = (event: unknown, at: number) => readonly unknown[];
