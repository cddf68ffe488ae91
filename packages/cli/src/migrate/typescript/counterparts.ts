/** What replaces the API of `@a2a-js/sdk`, 0.3 and 1.x; `docs/migrating.md` has the same table. */
export const counterparts: readonly Counterpart[] = [
  {
    names: ["AgentExecutor"],
    use: "`execute` of `createAgent`",
    from: "@a2agen/runtime/agent",
    how: "a generator that yields events",
  },
  {
    names: ["RequestContext"],
    use: "`Turn`",
    from: "@a2agen/runtime/agent",
    how: "what `execute` receives: `message`, `text`, `task`, `taskId`, `contextId`",
  },
  {
    names: [
      "ExecutionEventBus",
      "DefaultExecutionEventBus",
      "ExecutionEventBusManager",
      "DefaultExecutionEventBusManager",
      "ExecutionEventQueue",
      "ExecutionEventName",
      "ResultManager",
    ],
    use: "`yield` in `execute`",
    from: "@a2agen/runtime/agent",
    how: "`working`, `textArtifact`, `completed` and others create events; the return ends the task",
  },
  {
    names: ["AgentExecutionEvent", "AgentEvent"],
    use: "`AgentEvent`",
    from: "@a2agen/runtime/agent",
    how: "`{ status }` or `{ artifact }`",
  },
  {
    names: ["DefaultRequestHandler", "DefaultRequestHandlerOptions"],
    use: "`createAgent` and `createHost`",
    from: "@a2agen/runtime/agent, @a2agen/runtime/host",
    how: "`createHost({ services: [implement(A2AService, createAgent({ service: A2AService, card, execute }))], card })`",
  },
  {
    names: ["A2ARequestHandler"],
    use: "`A2AService`",
    from: "@a2agen/a2a-1.0",
    how: "the interface of all methods; `createAgent` implements it",
  },
  {
    names: ["InMemoryTaskStore"],
    use: "`MemoryTaskStore`",
    from: "@a2agen/runtime/agent",
    how: "the default of `createAgent`",
  },
  {
    names: ["TaskStore"],
    use: "`TaskStore`",
    from: "@a2agen/runtime/agent",
    how: "a log of entries; `@a2agen/agent-conformance` tests a store",
  },
  {
    names: [
      "InMemoryPushNotificationStore",
      "PushNotificationStore",
      "DefaultPushNotificationSender",
      "DefaultPushNotificationSenderOptions",
      "PushNotificationSender",
      "V1PushNotificationSerializer",
    ],
    use: "`webhooks()`",
    from: "@a2agen/runtime/push",
    how: "the option `push` of `createAgent`; `older: [a2a03ToA2a10]` for clients of 0.3",
  },
  {
    names: ["JsonRpcTransportHandler", "A2AExpressApp", "jsonRpcHandler", "restHandler", "agentCardHandler"],
    use: "`createHttpHandler`",
    from: "@a2agen/runtime/server",
    how: "serves JSON-RPC, HTTP+JSON and the card; `app.use(toExpress(handler))` of `@a2agen/runtime/adapters/node`",
  },
  {
    names: ["grpcService"],
    use: "`addGrpcService`",
    from: "@a2agen/runtime/grpc",
    how: "with `A2AServiceGrpc`",
  },
  {
    names: ["UserBuilder", "User", "UnauthenticatedUser"],
    use: "`authenticate` of `createHost`",
    from: "@a2agen/runtime/host",
    how: "returns a `Principal`, or undefined for an unknown caller",
  },
  {
    names: ["ServerCallContext", "defaultServerCallContextBuilder"],
    use: "`CallContext`",
    from: "@a2agen/runtime/service",
    how: "`call` of a `Turn`, the second argument of a handler",
  },
  {
    names: ["OwnerResolver", "resolveUserScope"],
    use: "`scope` of `createAgent`",
    from: "@a2agen/runtime/agent",
    how: "a function of the `CallContext`",
  },
  {
    names: ["ExtendedAgentCardProvider"],
    use: "`extendedCard` of `createAgent`",
    from: "@a2agen/runtime/agent",
    how: "a card, or a function of the `CallContext`",
  },
  {
    names: ["A2AError", "RequestMalformedError"],
    use: "`CallError`",
    from: "@a2agen/runtime/service",
    how: "or `errors` of the package of the version: `errors.TaskNotFoundError()`",
  },
  {
    names: [
      "TaskNotFoundError",
      "TaskNotCancelableError",
      "PushNotificationNotSupportedError",
      "UnsupportedOperationError",
      "ContentTypeNotSupportedError",
      "InvalidAgentResponseError",
      "AuthenticatedExtendedCardNotConfiguredError",
      "ExtendedAgentCardNotConfiguredError",
      "ExtensionSupportRequiredError",
      "VersionNotSupportedError",
    ],
    use: "`isCallError` in clients, `errors` in servers",
    from: "@a2agen/runtime/service, @a2agen/a2a-1.0",
    how: '`isCallError(error, "TaskNotFoundError")`; `throw errors.TaskNotFoundError()`',
  },
  {
    names: ["A2AClient"],
    use: "`connect`",
    from: "@a2agen/runtime/client",
    how: "`const { client } = await connect(A2AServiceClient, url, { bindings: [jsonRpc()], older: [a2a03ToA2a10] })`; answers come without an envelope, and errors are thrown",
  },
  {
    names: ["Client", "ClientFactory", "ClientFactoryOptions", "ClientConfig"],
    use: "`connect`",
    from: "@a2agen/runtime/client",
    how: "`connect(A2AServiceClient, url, { bindings: [jsonRpc(), rest()], older: [a2a03ToA2a10] })`",
  },
  {
    names: ["AgentCardResolver", "DefaultAgentCardResolver", "AgentCardResolverOptions", "AGENT_CARD_PATH"],
    use: "`connect`",
    from: "@a2agen/runtime/client",
    how: "fetches the card and checks it; `connection.card`",
  },
  {
    names: ["JsonRpcTransport", "JsonRpcTransportFactory", "JsonRpcTransportOptions"],
    use: "`jsonRpc()`",
    from: "@a2agen/runtime/jsonrpc",
    how: "in `bindings` of `connect`",
  },
  {
    names: ["RestTransport", "RestTransportFactory", "RestTransportOptions"],
    use: "`rest()`",
    from: "@a2agen/runtime/rest",
    how: "in `bindings` of `connect`",
  },
  {
    names: ["GrpcTransport", "GrpcTransportFactory"],
    use: "`grpc({ codecs: [A2AServiceGrpc] })`",
    from: "@a2agen/runtime/grpc",
    how: "in `bindings` of `connect`",
  },
  {
    names: ["Transport", "TransportFactory"],
    use: "`Transport`, `BindingFactory`",
    from: "@a2agen/runtime/service",
    how: "see custom bindings",
  },
  {
    names: ["createAuthenticatingFetchWithRetry", "AuthenticationHandler", "HttpHeaders"],
    use: "`credentials`, `headers` and `onUnauthorized` of `connect`",
    from: "@a2agen/runtime/client",
    how: "by the schemes of the card",
  },
  {
    names: ["CallInterceptor", "BeforeArgs", "AfterArgs", "ClientCallContext", "ClientCallContextKey"],
    use: "`interceptors` of `connect`",
    from: "@a2agen/runtime/client",
    how: "functions around each call",
  },
  {
    names: ["RequestOptions", "ServiceParameters", "withA2AExtensions", "withA2AVersion"],
    use: "the options of a call",
    from: "@a2agen/runtime/service",
    how: "`client.getTask(request, { headers, extensions, signal })`",
  },
  {
    names: ["Extensions", "HTTP_EXTENSION_HEADER"],
    use: "`extensions` of `connect` and `createHost`",
    from: "@a2agen/runtime/client, @a2agen/runtime/host",
    how: "`activated` of a `CallContext`",
  },
  {
    names: ["generateAgentCardSignature", "verifyAgentCardSignature", "canonicalizeAgentCard"],
    use: "`signCard`, `verifyCard`, `canonicalize`",
    from: "@a2agen/runtime/signing, @a2agen/runtime/canonical",
    how: "",
  },
];

export interface Counterpart {
  /** As the SDK exports them. */
  readonly names: readonly string[];
  readonly use: string;
  /** Modules that export it. */
  readonly from: string;
  readonly how: string;
}
