export { anyOf } from "./any-of.ts";
export { apiKeys, type FindApiKey, hashApiKey } from "./api-keys.ts";
export type { Claims } from "./bearer-token.ts";
export { type IntrospectOptions, introspect } from "./introspect.ts";
export { type FindByCertificate, mutualTls } from "./mutual-tls.ts";
export type { RemoteOptions } from "./remote.ts";
export type { KeyCacheOptions } from "./remote-keys.ts";
export { type TrustedIssuer, type VerifyJwtOptions, verifyJwt } from "./verify-jwt.ts";
