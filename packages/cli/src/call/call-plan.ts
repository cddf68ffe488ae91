import type { ProtocolName } from "@a2agen/exchange/protocol-names.ts";
import type { JsonObject, JsonValue } from "@a2agen/runtime";
import type { CatalogEntry } from "@a2agen/runtime/catalog";

/** The bindings that can be asked for, as cards name them. */
export const bindingNames = ["JSONRPC", "HTTP+JSON", "GRPC"] as const;

export type BindingName = (typeof bindingNames)[number];

/** How to sign in. */
export interface LoginPlan {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** A command line of `a2agen call`, read, and checked as far as possible without a call. */
export interface CallPlan {
  readonly target: Target;
  readonly action: Action;
  /** One JSON value per answer or event instead of text for people. */
  readonly isJson: boolean;
  /** Forgets tokens, and calls nobody. */
  readonly isLogout: boolean;
}

/** Whom to call, and what goes with every call. */
export interface Target {
  /** As it was given: of the agent, its card, or with `isDirect` of one interface. */
  readonly url: string;
  readonly isDirect: boolean;
  /** Where the agent is chosen: a URL or a file, and a name or an identifier. */
  readonly catalog?: CatalogChoice | undefined;
  /** What was chosen there. */
  readonly entry?: CatalogEntry;
  readonly binding: BindingName | undefined;
  readonly protocol: ProtocolName | undefined;
  /** Names as they were given. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers whose values came from the environment: they are credentials. */
  readonly secretHeaders: readonly string[];
  /** The file to which exchanges are added. */
  readonly record: string | undefined;
  /** Undefined for no sign-in. */
  readonly login: LoginPlan | undefined;
  readonly extensions: readonly string[];
  readonly tenant: string | undefined;
  readonly timeoutMs: number | undefined;
  /** Files with key sets, and https URLs below which signatures may name theirs. */
  readonly keys: readonly string[];
  /** The flags of these as words for a shell, without what headers carry. */
  readonly words: readonly string[];
}

/** A catalog, at a URL or in a file, and the agent of it that was named. */
export interface CatalogChoice {
  readonly source: string;
  readonly isFile: boolean;
  readonly agent: string | undefined;
}

export type Action =
  | { readonly kind: "card" }
  | { readonly kind: "extended-card" }
  | { readonly kind: "send" | "stream"; readonly outgoing: Outgoing; readonly saveTo: string | undefined }
  | {
      readonly kind: "get";
      readonly id: string;
      readonly historyLength: number | undefined;
      readonly saveTo: string | undefined;
    }
  | { readonly kind: "list"; readonly query: ListQuery; readonly isWhole: boolean }
  | { readonly kind: "cancel"; readonly id: string }
  | { readonly kind: "subscribe"; readonly id: string; readonly saveTo: string | undefined }
  | { readonly kind: "push-set"; readonly taskId: string; readonly webhook: Webhook }
  | { readonly kind: "push-get" | "push-delete"; readonly taskId: string; readonly id: string }
  | { readonly kind: "push-list"; readonly taskId: string }
  | { readonly kind: "rpc"; readonly method: string; readonly request: JsonValue };

/** A message that is to be sent, before files and standard input were read. */
export interface Outgoing {
  readonly text: string | undefined;
  readonly readsStdin: boolean;
  /** Paths, and http or https URLs. */
  readonly files: readonly string[];
  readonly data: readonly JsonValue[];
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  readonly references: readonly string[];
  readonly acceptedOutputModes: readonly string[];
  readonly historyLength: number | undefined;
  readonly metadata: JsonObject | undefined;
  readonly returnsImmediately: boolean;
  readonly webhook: Webhook | undefined;
}

export interface Webhook {
  readonly url: string;
  readonly id: string | undefined;
  readonly token: string | undefined;
  readonly bearer: string | undefined;
}

export interface ListQuery {
  readonly contextId: string | undefined;
  /** As it was given: "working", "input-required", or the name in the protocol. */
  readonly state: string | undefined;
  readonly since: string | undefined;
  readonly pageSize: number | undefined;
  readonly pageToken: string | undefined;
  readonly historyLength: number | undefined;
  readonly withArtifacts: boolean;
}
