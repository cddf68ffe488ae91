export type { SignatureRules } from "../service/protocol.ts";
export { isSignatureAlgorithm, type SignatureAlgorithm, signatureAlgorithms } from "./algorithms.ts";
export type { JwksFetch } from "./fetch-jwks.ts";
export { createJwksSource, type JwksSource, type JwksSourceOptions } from "./jwks-source.ts";
export type { JwsHeader } from "./jws-signature.ts";
export type { KeyOptions, KeyOrigin, KeyRequest, ResolveKey, VerificationKey } from "./key-sources.ts";
export { type SignCardOptions, signCard } from "./sign-card.ts";
export {
  type FailedSignature,
  isSignatureError,
  SignatureError,
  type SignatureFailureReason,
} from "./signature-error.ts";
export {
  type AssertCardSignatureOptions,
  assertCardSignature,
  type CardVerification,
  type VerifiedSignature,
  type VerifyCardOptions,
  verifyCard,
} from "./verify-card.ts";
