/** The caller, as the hook `authenticate` identifies it. */
export interface Principal {
  /** Distinguishes callers: handlers scope what they return by it. */
  readonly id: string;
  /**
   * Enforced: a caller without the scopes of one of the card's requirements is refused. Absent, the hook
   * `authenticate` has looked at them itself.
   */
  readonly scopes?: readonly string[];
  /** Names of the card's schemes by which the caller came: enforced as `scopes` are. */
  readonly schemes?: readonly string[];
  /** Further facts about the caller: roles, the claims of a token. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** One way to a token, as a card describes it. */
export interface OAuthFlow {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** What each scope allows, by its name. */
  readonly scopes?: Readonly<Record<string, string>>;
}

/** The ways to a token: one in newer cards, several in older ones. */
export interface OAuthFlows {
  readonly authorizationCode?: OAuthFlow;
  readonly clientCredentials?: OAuthFlow;
  readonly deviceCode?: OAuthFlow;
  readonly implicit?: OAuthFlow;
  readonly password?: OAuthFlow;
}

/** A security scheme of the card, as both versions of the protocol have it. */
export interface SecurityScheme {
  readonly apiKeySecurityScheme?: { readonly location: string; readonly name: string };
  readonly httpAuthSecurityScheme?: { readonly scheme: string; readonly bearerFormat?: string };
  readonly oauth2SecurityScheme?: { readonly flows?: OAuthFlows; readonly oauth2MetadataUrl?: string };
  readonly openIdConnectSecurityScheme?: { readonly openIdConnectUrl: string };
  readonly mtlsSecurityScheme?: object;
}

/** Schemes that must all be satisfied, by name, with the scopes wanted of each. */
export interface SecurityRequirement {
  readonly schemes?: { readonly [name: string]: { readonly list?: readonly string[] } };
}

/** What callers must show: one of the requirements, by the schemes that these name. */
export interface Security {
  readonly requirements: readonly SecurityRequirement[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
}
