import type { PrivateKeyJwt } from "oauth4webapi";
import type { OAuthClientMetadata, OAuthClientProvider } from "./client-provider.ts";
import type { TokenCache } from "./token-cache.ts";

/** A way to a token. */
export type OAuthFlowName = "clientCredentials" | "deviceCode" | "authorizationCode";

/** What a person confirms on another page, or another device (RFC 8628). */
export interface DeviceCode {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same with the code in it, if the server has one. */
  readonly verificationUriComplete: string | undefined;
  readonly expiresInSeconds: number;
}

/** How a person signs in by a browser. */
export interface OAuthRedirect {
  /** Where the authorization server sends the person back: a loopback address, or a page of yours. */
  readonly redirectUrl: string;
  /** Leads the person to `url`; resolves to the URL that they came back to. */
  readonly open: (url: URL, signal: AbortSignal) => Promise<string | URL>;
}

/** How a client gets tokens. */
export interface OAuthOptions {
  /** The client's identifier at the authorization server. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The key by which the client proves itself, `private_key_jwt`: a CryptoKey, or one with its `kid`. */
  readonly privateKey?: Parameters<typeof PrivateKeyJwt>[0];
  /** How the client proves itself. Default: what was registered, or what the server takes. */
  readonly clientAuthentication?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none";
  /** Registers a client without `clientId` where the server offers it (RFC 7591). */
  readonly clientMetadata?: OAuthClientMetadata;
  /** The way to use, if the card and these options allow several. */
  readonly flow?: OAuthFlowName;
  /** Shows a code that a person confirms elsewhere. */
  readonly onDeviceCode?: (code: DeviceCode) => void;
  /** Lets a person sign in by a browser. */
  readonly redirect?: OAuthRedirect;
  /** Beside those that the card requires: `offline_access`. */
  readonly scopes?: readonly string[];
  /** What tokens are for (RFC 8707). Default: the URL of the interface; false leaves it out. */
  readonly resource?: string | false;
  /**
   * The authorization server, for schemes that do not name one. Where it is given, the secret and the tokens
   * go to no other, whatever a card says.
   */
  readonly issuer?: string;
  /** Further origins at which the authorization server may have its endpoints. */
  readonly allowOrigins?: readonly string[];
  /** A client that keeps its tokens itself, as clients of MCP do. */
  readonly provider?: OAuthClientProvider;
  /** Where tokens are kept. Default: in memory, for this function. */
  readonly cache?: TokenCache;
  readonly fetch?: typeof fetch;
  /** Milliseconds for each request to the authorization server. Default: 30 s. */
  readonly timeoutMs?: number;
  /** Bytes of an answer of the authorization server. Default: 1 MiB. */
  readonly maximumBytes?: number;
  /** Seconds before its end from which a token is no longer used. Default: 30, or a tenth of its life. */
  readonly leewaySeconds?: number;
  /** Allows unencrypted authorization servers on other hosts. Default: false. */
  readonly insecure?: boolean;
}
