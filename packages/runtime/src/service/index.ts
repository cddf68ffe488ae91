export type { AnswerWarning } from "./answer-warning.ts";
export type {
  BindingFactory,
  BindingTarget,
  ClientBindingFactory,
  ClientBindingTarget,
  Endpoint,
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
export * from "./earlier-names.ts";
export { fromErrorDetails, toErrorDetails, type WireError } from "./error-details.ts";
export type {
  ClientDefinition,
  ClientMethod,
  HttpBinding,
  Method,
  MethodKind,
  ParameterType,
  ServiceDefinition,
} from "./method.ts";
export type {
  CallTarget,
  ClientCall,
  Failure,
  GaugeName,
  Gauges,
  Observation,
  Observer,
  Operation,
  Peer,
  PushDelivery,
  PushReceipt,
  ServerCall,
  StepWork,
  StoreWrite,
  TurnWork,
} from "./observer.ts";
export type { ClientProtocol, ErrorRow, Protocol } from "./protocol.ts";
export type { OAuthFlow, OAuthFlows, Principal, SecurityRequirement, SecurityScheme } from "./security.ts";
export { fromGrpcCode, isStatusName, type StatusName } from "./status.ts";
export type { TraceCarrier } from "./trace-carrier.ts";
export {
  type ClientInterceptor,
  type ClientTransport,
  createClient,
  type Interceptor,
  type Transport,
} from "./transport.ts";
export type { UnimplementedService } from "./unimplemented.ts";
