export type {
  OAuthClientContext,
  OAuthClientInformation,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthTokens,
} from "./client-provider.ts";
export { type OAuthCredentials, oauthCredentials } from "./oauth-credentials.ts";
export { isOAuthError, OAuthError, type OAuthFact } from "./oauth-error.ts";
export type { DeviceCode, OAuthFlowName, OAuthOptions, OAuthRedirect } from "./oauth-options.ts";
export { memoryTokenCache, type TokenCache } from "./token-cache.ts";
