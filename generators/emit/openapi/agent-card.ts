/**
 * What an OpenAPI document takes from an agent card of any profile. The card is one that the codec
 * of its profile has accepted; members of other profiles are absent.
 */
export interface AgentCardData {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** In the draft the card speaks one version; in 1.0 each interface says its own. */
  readonly protocolVersion?: string;
  readonly provider?: { readonly organization: string; readonly url: string };
  readonly documentationUrl?: string;
  readonly supportedInterfaces?: readonly AgentInterfaceData[];
  readonly url?: string;
  readonly preferredTransport?: string;
  readonly additionalInterfaces?: readonly AgentInterfaceData[];
  readonly securitySchemes?: Readonly<Record<string, SecuritySchemeData>>;
  readonly security?: readonly SecurityRequirementData[];
  readonly securityRequirements?: readonly SecurityRequirementData[];
}

export interface AgentInterfaceData {
  readonly url: string;
  readonly protocolBinding: string;
  readonly tenant?: string;
  readonly protocolVersion?: string;
}

export interface SecurityRequirementData {
  readonly schemes?: Readonly<Record<string, { readonly list?: readonly string[] }>>;
}

/** Exactly one member is set. */
export interface SecuritySchemeData {
  readonly apiKeySecurityScheme?: {
    readonly description?: string;
    readonly location: string;
    readonly name: string;
  };
  readonly httpAuthSecurityScheme?: {
    readonly description?: string;
    readonly scheme: string;
    readonly bearerFormat?: string;
  };
  readonly oauth2SecurityScheme?: {
    readonly description?: string;
    readonly flows: OAuthFlowsData;
    readonly oauth2MetadataUrl?: string;
  };
  readonly openIdConnectSecurityScheme?: {
    readonly description?: string;
    readonly openIdConnectUrl: string;
  };
  readonly mtlsSecurityScheme?: { readonly description?: string };
}

/** Exactly one member is set. */
export interface OAuthFlowsData {
  readonly authorizationCode?: OAuthFlowData;
  readonly clientCredentials?: OAuthFlowData;
  readonly implicit?: OAuthFlowData;
  readonly password?: OAuthFlowData;
  readonly deviceCode?: OAuthFlowData;
}

export interface OAuthFlowData {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes?: Readonly<Record<string, string>>;
  readonly pkceRequired?: boolean;
}
