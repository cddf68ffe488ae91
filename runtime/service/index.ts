export {
  AnyCodec,
  BoolValueCodec,
  BytesValueCodec,
  DoubleValueCodec,
  DurationCodec,
  EmptyCodec,
  FieldMaskCodec,
  FloatValueCodec,
  Int32ValueCodec,
  Int64ValueCodec,
  ListValueCodec,
  OffsetTimestampCodec,
  StringValueCodec,
  StructCodec,
  TimestampCodec,
  UInt32ValueCodec,
  UInt64ValueCodec,
  ValueCodec,
} from "../core/well-known-codecs.ts";
export type { AnswerWarning } from "./answer-warning.ts";
export { type BindingFactory, type BindingTarget, type Endpoint, locateHttp } from "./binding-factory.ts";
export type { CallContext, CallOptions, ClientOf } from "./call-context.ts";
export {
  CallError,
  type CallErrorInit,
  clientError,
  defineErrors,
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
export {
  type ClientDefinition,
  type ClientMethod,
  defineClient,
  defineService,
  type HttpBinding,
  type Method,
  type MethodKind,
  type ParameterType,
  type PathSegment,
  type ResourceName,
  type ServiceDefinition,
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
