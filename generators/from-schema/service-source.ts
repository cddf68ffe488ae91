import type { Literal } from "../print/print-literal.ts";

/** What a schema does not say of the protocol that its types are of. */
export interface ProtocolSource {
  /** What people call it. */
  readonly title: string;
  /** Names for what the schema has only inside of definitions, or not at all. */
  readonly types: Readonly<Record<string, NamedType>>;
  readonly service: ServiceSource;
  /** What the runtime's type `Protocol` wants. */
  readonly protocol: Literal;
}

export interface NamedType {
  readonly description: string;
  /** "Definition.property"; an object without members of its own when absent. */
  readonly of?: string;
}

export interface ServiceSource {
  readonly name: string;
  readonly description: string;
  /** By the member of the interface. */
  readonly methods: Readonly<Record<string, MethodSource>>;
}

export interface MethodSource {
  readonly description: string;
  /** Definition of the request: `method` is the name, `params` are what handlers get. */
  readonly request: string;
  /** Definition of the params where the request has none. */
  readonly params?: string;
  /** Definition of the answer: `result` is what handlers return, or each event of the stream. */
  readonly response: string;
  readonly streaming?: boolean;
  readonly idempotent?: boolean;
  readonly authenticated?: boolean;
  /** Endpoints without variables and without a body. */
  readonly http?: readonly { readonly verb: string; readonly path: string }[];
}
