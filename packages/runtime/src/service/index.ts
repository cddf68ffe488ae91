export type { AnswerWarning } from "./answer-warning.ts";
export {
  type BindingFactory,
  type BindingTarget,
  type ClientBindingFactory,
  type ClientBindingTarget,
  type Endpoint,
  locateHttp,
} from "./binding-factory.ts";
export type { CallContext, CallOptions, ClientOf } from "./call-context.ts";
export {
  CallError,
  type CallErrorInit,
  clientError,
  type ErrorDetail,
  type FieldViolation,
  isCallError,
} from "./call-error.ts";
export { fromErrorDetails, toErrorDetails, type WireError } from "./error-details.ts";
export { invalidAnswer } from "./invalid-answer.ts";
export type {
  ClientDefinition,
  ClientMethod,
  HttpBinding,
  Method,
  MethodKind,
  ParameterType,
  PathSegment,
  ServiceDefinition,
} from "./method.ts";
export { parameterHeaders } from "./parameter-headers.ts";
export type { ClientProtocol, ErrorRow, Protocol } from "./protocol.ts";
export type { Principal, SecurityRequirement, SecurityScheme } from "./security.ts";
export { fromGrpcCode, isStatusName, type StatusName, statusTable } from "./status.ts";
export { bytesOf, isLongerThan } from "./text-bytes.ts";
export {
  type ClientInterceptor,
  type ClientTransport,
  createClient,
  type Interceptor,
  type Transport,
} from "./transport.ts";
export type { UnimplementedService } from "./unimplemented.ts";
