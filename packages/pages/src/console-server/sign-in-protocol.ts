import type { CredentialAsk } from "@a2agen/runtime/client";
import type { OAuthFlowName } from "@a2agen/runtime/oauth";

/** The client that a person has registered at the authorization server. */
export interface OAuthClient {
  /** Empty for one that registers itself. */
  readonly id: string;
  /** Empty for a public client. */
  readonly secret: string;
  /** Separated by spaces. */
  readonly scopes: string;
  /** Further origins of the authorization server's endpoints, separated by spaces. */
  readonly origins: string;
}

/** What the page needs a token for. */
export interface SignInRequest extends Pick<CredentialAsk, "name" | "scheme" | "resource" | "challenge"> {
  readonly client: OAuthClient;
  readonly flow: OAuthFlowName;
}

/** What a person does elsewhere: opens a page, or confirms a code on it. */
export interface SignInPrompt {
  readonly kind: "prompt";
  readonly url: string;
  readonly code?: string;
}

/** What comes of a request for a token: prompts, then one of the others. */
export type SignInLine =
  | SignInPrompt
  | { readonly kind: "token"; readonly token: string }
  | { readonly kind: "error"; readonly message: string };
