import type { Schema } from "../jsonschema/schema.ts";

/**
 * A document of OpenRPC 1.3; what a2agen does not write is left out. So are the servers: their URLs have to
 * be absolute, and a document of a protocol knows of none.
 */
export interface OpenRpcDocument {
  readonly openrpc: string;
  readonly info: {
    readonly title: string;
    readonly description: string;
    readonly version: string;
    readonly contact?: { readonly name: string; readonly url?: string };
    readonly license?: { readonly name: string };
  };
  readonly methods: readonly OpenRpcMethod[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly errors?: Readonly<Record<string, OpenRpcError>>;
    readonly tags: Readonly<Record<string, OpenRpcTag>>;
  };
  readonly "x-a2agen": object;
}

export interface OpenRpcTag {
  readonly name: string;
  readonly description: string;
}

export interface OpenRpcMethod {
  readonly name: string;
  readonly tags: readonly Reference[];
  readonly summary: string;
  readonly description: string;
  readonly paramStructure: "by-name";
  readonly params: readonly ContentDescriptor[];
  readonly result: ContentDescriptor;
  readonly errors?: readonly Reference[];
  readonly deprecated?: boolean;
  /** True when the answer is a stream of server-sent events, each of which holds a result. */
  readonly "x-streaming"?: boolean;
  /**
   * True when the client sends a stream: its first message opens the answer, and each further one is a call
   * of its own.
   */
  readonly "x-client-streaming"?: boolean;
  readonly "x-a2agen": object;
}

export interface ContentDescriptor {
  readonly name: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly schema: Schema;
}

export interface OpenRpcError {
  readonly code: number;
  readonly message: string;
}

export interface Reference {
  readonly $ref: string;
}
