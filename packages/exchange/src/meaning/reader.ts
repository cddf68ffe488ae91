import type { Issue } from "@a2agen/runtime";
import { errorMessage } from "@a2agen/runtime/internal";
import type { GrpcCodecs } from "@a2agen/runtime/internal/wire";
import type { ServiceDefinition } from "@a2agen/runtime/service";
import type { Bytes, Meaning, Problem } from "../generated/a2agen/exchange/v1/exchange_types.ts";

/** What an exchange is read with: the service of the version that is spoken, and where it is. */
export interface Spoken {
  readonly service: ServiceDefinition;
  /** As agent cards name it. */
  readonly binding: string;
  /** Of the interface, from the agent card. */
  readonly url: string;
  /** The codecs of its messages, for gRPC. */
  readonly grpc?: GrpcCodecs;
}

/** The meaning of one exchange: of its request at once, of each frame of its answer when it comes. */
export interface Reader {
  /** The method as the proto names it. */
  readonly method?: string;
  readonly request?: Meaning;
  /** The meaning of a frame; undefined where there is nothing to be read. Never throws. */
  frame(bytes: Bytes, answer: AnswerFacts): Meaning | undefined;
}

/** What the meaning of a frame depends on besides its bytes. */
export interface AnswerFacts {
  readonly status: number;
}

/** The parts of a codec that reading needs. */
export interface ReadingCodec {
  readonly typeName: string;
  tryDecode(
    value: unknown,
  ):
    | { readonly ok: true; readonly value: unknown }
    | { readonly ok: false; readonly issues: readonly Issue[] };
}

/** Reads a JSON value as a message, and reports every problem of it. */
export function readMessage(codec: ReadingCodec, value: unknown): Meaning {
  // A codec puts other spellings right in the value itself, which is to be shown as it came.
  const result = codec.tryDecode(structuredClone(value));
  return meaningOf({
    type: codec.typeName,
    value,
    problems: result.ok ? [] : result.issues.map(toProblem),
  });
}

/** Reads a text as JSON; a Meaning says what is wrong with it. */
export function readJson(
  bytes: Bytes | undefined,
): { readonly value: unknown } | { readonly wrong: Meaning } {
  const text = bytes?.text;
  if (text === undefined) {
    return { wrong: unreadable(bytes === undefined ? "expected a body" : "expected text in UTF-8") };
  }
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { wrong: unreadable(`expected JSON; ${errorMessage(error)}`, "syntax") };
  }
}

/** The meaning of bytes that have none. */
export function unreadable(message: string, rule?: string): Meaning {
  return { problems: [{ path: "", message, ...(rule === undefined ? {} : { rule }) }] };
}

/** Without the lists that are empty, as the record has it. */
export function meaningOf({
  type,
  value,
  problems,
}: {
  readonly type?: string;
  readonly value?: unknown;
  readonly problems: readonly Problem[];
}): Meaning {
  return {
    ...(type === undefined ? {} : { type }),
    // What JSON.parse made is a JSON value.
    ...(value === undefined ? {} : { value: value as NonNullable<Meaning["value"]> }),
    ...(problems.length === 0 ? {} : { problems: [...problems] }),
  };
}

export function toProblem({ path, message, code }: Issue): Problem {
  return { path, message, rule: code };
}
