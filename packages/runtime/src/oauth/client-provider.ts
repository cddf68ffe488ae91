type Awaitable<T> = T | Promise<T>;

/** Tokens as an authorization server gives them. */
export interface OAuthTokens {
  access_token: string;
  token_type: string;
  id_token?: string | undefined;
  expires_in?: number | undefined;
  scope?: string | undefined;
  refresh_token?: string | undefined;
}

/** What a client registers itself with (RFC 7591). */
export interface OAuthClientMetadata {
  redirect_uris?: string[] | undefined;
  token_endpoint_auth_method?: string | undefined;
  grant_types?: string[] | undefined;
  response_types?: string[] | undefined;
  client_name?: string | undefined;
  application_type?: string | undefined;
  scope?: string | undefined;
}

/** A client as it is registered. */
export interface OAuthClientInformation {
  client_id: string;
  client_secret?: string | undefined;
  client_secret_expires_at?: number | undefined;
  token_endpoint_auth_method?: string | undefined;
}

/** The authorization server of which something is kept. */
export interface OAuthClientContext {
  issuer: string;
}

/**
 * A client that keeps its registration and its tokens, with the members of the interface of the same name in
 * MCP's TypeScript SDK: one class serves both.
 */
export interface OAuthClientProvider {
  /** Undefined for a client without a person. */
  readonly redirectUrl: string | URL | undefined;
  readonly clientMetadata: OAuthClientMetadata;
  /** URL of a document with the metadata, which is the client's identifier where the server takes it. */
  clientMetadataUrl?: string | undefined;
  state?(): Awaitable<string>;
  clientInformation(context?: OAuthClientContext): Awaitable<OAuthClientInformation | undefined>;
  saveClientInformation?(information: OAuthClientInformation, context?: OAuthClientContext): Awaitable<void>;
  tokens(context?: OAuthClientContext): Awaitable<OAuthTokens | undefined>;
  saveTokens(tokens: OAuthTokens, context?: OAuthClientContext): Awaitable<void>;
  redirectToAuthorization(url: URL): Awaitable<void>;
  saveCodeVerifier(verifier: string): Awaitable<void>;
  codeVerifier(): Awaitable<string>;
  addClientAuthentication?(
    headers: Headers,
    parameters: URLSearchParams,
    url: string | URL,
    metadata?: object,
  ): Awaitable<void>;
  validateResourceURL?(serverUrl: string | URL, resource?: string): Promise<URL | undefined>;
  invalidateCredentials?(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Awaitable<void>;
  prepareTokenRequest?(scope?: string): Awaitable<URLSearchParams | undefined>;
}
