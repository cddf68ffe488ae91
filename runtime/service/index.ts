export type { AnswerWarning } from "./answer-warning.ts";
export { type BindingFactory, type BindingTarget, type Endpoint, locateHttp } from "./binding-factory.ts";
export type { CallContext, CallOptions, ClientOf } from "./call-context.ts";
export {
  CallError,
  type CallErrorInit,
  clientError,
  type ErrorDetail,
  type ErrorFactories,
  type FieldViolation,
  isCallError,
  type ProtocolErrorInit,
  protocolError,
} from "./call-error.ts";
export { type AgentInterface, extensionsOf, interfacesOf, securityOf } from "./card.ts";
export { fromErrorDetails, makeError, toErrorDetails, type WireError } from "./error-details.ts";
export type {
  ExtensionCall,
  ExtensionDependency,
  ExtensionKind,
  ExtensionMiddleware,
  ExtensionSupport,
  SupportedExtension,
} from "./extension-support.ts";
export { invalidAnswer } from "./invalid-answer.ts";
export type {
  ClientDefinition,
  ClientMethod,
  HttpBinding,
  Method,
  MethodKind,
  ParameterType,
  PathSegment,
  ResourceName,
  ServiceDefinition,
} from "./method.ts";
export { parameterHeaders } from "./parameter-headers.ts";
export type {
  CapabilityRule,
  CardRules,
  ClientProtocol,
  ErrorCodes,
  ErrorRow,
  Protocol,
  PushRules,
  SignatureRules,
  TaskRules,
  VersionParameter,
} from "./protocol.ts";
export type { Principal, SecurityRequirement, SecurityScheme } from "./security.ts";
export { fromGrpcCode, fromHttpStatus, isStatusName, type StatusName, statusTable } from "./status.ts";
export { bytesOf, isLongerThan } from "./text-bytes.ts";
export { type ClientTransport, createClient, type Interceptor, type Transport } from "./transport.ts";
