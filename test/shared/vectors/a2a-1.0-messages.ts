import type * as a2a from "@a2agen/a2a-1.0";

const part: a2a.Part = { text: "Two tickets to Oslo, please" };

const message: a2a.Message = {
  messageId: "message-1",
  contextId: "context-1",
  taskId: "task-1",
  role: "ROLE_USER",
  parts: [
    part,
    { data: { seats: [4, 5], window: true, price: 1.5, none: null }, mediaType: "application/json" },
  ],
  metadata: { "https://example.com/ext/v1": { trace: "a1", level: -2 } },
  extensions: ["https://example.com/ext/v1"],
  referenceTaskIds: ["task-0"],
};

const status: a2a.TaskStatus = {
  state: "TASK_STATE_INPUT_REQUIRED",
  message: { messageId: "message-2", role: "ROLE_AGENT", parts: [{ text: "On which day?" }] },
  timestamp: "2025-10-28T10:30:00.123456789Z",
};

const artifact: a2a.Artifact = {
  artifactId: "artifact-1",
  name: "Itinerary",
  description: "Every leg of the journey",
  parts: [
    { text: "Oslo" },
    { raw: "JVBERi0=", filename: "itinerary.pdf", mediaType: "application/pdf" },
    { url: "https://example.com/itinerary.pdf", metadata: { pages: 3 } },
    { data: null },
  ],
  metadata: { draft: false },
  extensions: ["https://example.com/ext/v1"],
};

const task: a2a.Task = {
  id: "task-1",
  contextId: "context-1",
  status,
  artifacts: [artifact],
  history: [message],
  metadata: { priority: 1 },
};

const push: a2a.TaskPushNotificationConfig = {
  tenant: "tenant-1",
  id: "push-1",
  taskId: "task-1",
  url: "https://client.example.com/notify",
  token: "secret",
  authentication: { scheme: "Bearer", credentials: "abc" },
};

const authorizationCode: a2a.AuthorizationCodeOAuthFlow = {
  authorizationUrl: "https://example.com/authorize",
  tokenUrl: "https://example.com/token",
  refreshUrl: "https://example.com/refresh",
  scopes: { read: "Read tasks", write: "" },
  pkceRequired: true,
};

const clientCredentials: a2a.ClientCredentialsOAuthFlow = {
  tokenUrl: "https://example.com/token",
  refreshUrl: "https://example.com/refresh",
  scopes: { read: "Read tasks" },
};

const implicit: a2a.ImplicitOAuthFlow = {
  authorizationUrl: "https://example.com/authorize",
  refreshUrl: "https://example.com/refresh",
  scopes: { read: "Read tasks" },
};

const password: a2a.PasswordOAuthFlow = {
  tokenUrl: "https://example.com/token",
  refreshUrl: "https://example.com/refresh",
  scopes: { read: "Read tasks" },
};

const deviceCode: a2a.DeviceCodeOAuthFlow = {
  deviceAuthorizationUrl: "https://example.com/device",
  tokenUrl: "https://example.com/token",
  refreshUrl: "https://example.com/refresh",
  scopes: { read: "Read tasks" },
};

const apiKey: a2a.APIKeySecurityScheme = {
  description: "A key per customer",
  location: "header",
  name: "X-API-Key",
};

const httpAuth: a2a.HTTPAuthSecurityScheme = {
  description: "A token per session",
  scheme: "Bearer",
  bearerFormat: "JWT",
};

const oauth2: a2a.OAuth2SecurityScheme = {
  description: "For people",
  flows: { authorizationCode },
  oauth2MetadataUrl: "https://example.com/.well-known/oauth-authorization-server",
};

const openIdConnect: a2a.OpenIdConnectSecurityScheme = {
  description: "Single sign-on",
  openIdConnectUrl: "https://example.com/.well-known/openid-configuration",
};

const requirement: a2a.SecurityRequirement = { schemes: { oauth: { list: ["read", "write"] }, key: {} } };

const skill: a2a.AgentSkill = {
  id: "book",
  name: "Book a flight",
  description: "Finds and books a flight",
  tags: ["travel"],
  examples: ["Two tickets to Oslo"],
  inputModes: ["text/plain"],
  outputModes: ["text/plain", "application/pdf"],
  securityRequirements: [requirement],
};

const agentInterface: a2a.AgentInterface = {
  url: "https://example.com/a2a",
  protocolBinding: "JSONRPC",
  tenant: "tenant-1",
  protocolVersion: "1.0",
};

const extension: a2a.AgentExtension = {
  uri: "https://example.com/ext/v1",
  description: "Adds traces",
  required: true,
  params: { level: 3 },
};

const capabilities: a2a.AgentCapabilities = {
  streaming: true,
  pushNotifications: false,
  extensions: [extension],
  extendedAgentCard: true,
};

const signature: a2a.AgentCardSignature = {
  protected: "eyJhbGciOiJFUzI1NiJ9",
  signature: "QFdkNLNszlGj",
  header: { kid: "key-1" },
};

const smallCard: a2a.AgentCard = {
  name: "Travel",
  description: "Books journeys",
  supportedInterfaces: [
    { url: "https://example.com/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  version: "1.0.0",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

const card: a2a.AgentCard = {
  name: "Travel",
  description: "Books journeys",
  supportedInterfaces: [agentInterface],
  provider: { url: "https://example.com", organization: "Example" },
  version: "1.0.0",
  documentationUrl: "",
  capabilities,
  securitySchemes: {
    key: { apiKeySecurityScheme: apiKey },
    http: { httpAuthSecurityScheme: httpAuth },
    oauth: { oauth2SecurityScheme: oauth2 },
    sso: { openIdConnectSecurityScheme: openIdConnect },
    tls: { mtlsSecurityScheme: {} },
  },
  securityRequirements: [requirement, {}],
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [skill],
  signatures: [signature],
  iconUrl: "https://example.com/icon.png",
};

const statusUpdate: a2a.TaskStatusUpdateEvent = {
  taskId: "task-1",
  contextId: "context-1",
  status: { state: "TASK_STATE_WORKING" },
  metadata: { step: 2 },
};

const artifactUpdate: a2a.TaskArtifactUpdateEvent = {
  taskId: "task-1",
  contextId: "context-1",
  artifact: { artifactId: "artifact-1", parts: [part] },
  append: true,
  lastChunk: true,
  metadata: { step: 3 },
};

const configuration: a2a.SendMessageConfiguration = {
  acceptedOutputModes: ["text/plain"],
  taskPushNotificationConfig: push,
  historyLength: 0,
  returnImmediately: true,
};

/**
 * Valid messages of every type of A2A 1.0, in the form in which they are encoded: the fewest and the
 * most fields, and every member of every oneof.
 */
export const messages: { readonly [Type in MessageName]: readonly Messages[Type][] } = {
  APIKeySecurityScheme: [{ location: "cookie", name: "key" }, apiKey],
  AgentCapabilities: [{}, capabilities, { streaming: false, extendedAgentCard: false }],
  AgentCard: [smallCard, card],
  AgentCardSignature: [{ protected: "", signature: "" }, signature],
  AgentExtension: [{}, extension],
  AgentInterface: [{ url: "", protocolBinding: "GRPC", protocolVersion: "" }, agentInterface],
  AgentProvider: [{ url: "https://example.com", organization: "Example" }],
  AgentSkill: [{ id: "a", name: "", description: "", tags: [""] }, skill],
  Artifact: [{ artifactId: "a", parts: [part] }, artifact],
  AuthenticationInfo: [{ scheme: "Basic" }, { scheme: "Bearer", credentials: "abc" }],
  AuthorizationCodeOAuthFlow: [{ authorizationUrl: "", tokenUrl: "", scopes: {} }, authorizationCode],
  CancelTaskRequest: [{ id: "task-1" }, { tenant: "tenant-1", id: "task-1", metadata: { why: "late" } }],
  ClientCredentialsOAuthFlow: [{ tokenUrl: "", scopes: {} }, clientCredentials],
  DeleteTaskPushNotificationConfigRequest: [
    { taskId: "task-1", id: "push-1" },
    { tenant: "tenant-1", taskId: "task-1", id: "push-1" },
  ],
  DeviceCodeOAuthFlow: [{ deviceAuthorizationUrl: "", tokenUrl: "", scopes: {} }, deviceCode],
  GetExtendedAgentCardRequest: [{}, { tenant: "tenant-1" }],
  GetTaskPushNotificationConfigRequest: [
    { taskId: "task-1", id: "push-1" },
    { tenant: "tenant-1", taskId: "task-1", id: "push-1" },
  ],
  GetTaskRequest: [{ id: "task-1" }, { tenant: "tenant-1", id: "task-1", historyLength: 0 }],
  HTTPAuthSecurityScheme: [{ scheme: "Basic" }, httpAuth],
  ImplicitOAuthFlow: [{}, implicit],
  ListTaskPushNotificationConfigsRequest: [
    { taskId: "task-1" },
    { tenant: "tenant-1", taskId: "task-1", pageSize: 10, pageToken: "next" },
  ],
  ListTaskPushNotificationConfigsResponse: [{}, { configs: [push], nextPageToken: "next" }],
  ListTasksRequest: [
    {},
    { pageSize: 1, historyLength: 0, includeArtifacts: false },
    {
      tenant: "tenant-1",
      contextId: "context-1",
      status: "TASK_STATE_COMPLETED",
      pageSize: 100,
      pageToken: "next",
      historyLength: 2147483647,
      statusTimestampAfter: "2025-10-28T10:30:00Z",
      includeArtifacts: true,
    },
  ],
  ListTasksResponse: [
    { tasks: [], nextPageToken: "", pageSize: 0, totalSize: 0 },
    { tasks: [task, task], nextPageToken: "next", pageSize: 2, totalSize: 5 },
  ],
  Message: [{ messageId: "a", role: "ROLE_AGENT", parts: [part] }, message],
  MutualTlsSecurityScheme: [{}, { description: "Certificates of the company" }],
  OAuth2SecurityScheme: [{ flows: { clientCredentials } }, oauth2],
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated members are still read and written
  OAuthFlows: [{ authorizationCode }, { clientCredentials }, { implicit }, { password }, { deviceCode }],
  OpenIdConnectSecurityScheme: [{ openIdConnectUrl: "" }, openIdConnect],
  Part: [
    part,
    { text: "" },
    { raw: "" },
    { url: "" },
    { data: null },
    { data: [1, "two", false, { three: [] }] },
    {
      raw: "AAEC/w==",
      metadata: { a: {} },
      filename: "bytes.bin",
      mediaType: "application/octet-stream",
    },
  ],
  PasswordOAuthFlow: [{}, password],
  SecurityRequirement: [{}, requirement],
  SecurityScheme: [
    { apiKeySecurityScheme: apiKey },
    { httpAuthSecurityScheme: httpAuth },
    { oauth2SecurityScheme: oauth2 },
    { openIdConnectSecurityScheme: openIdConnect },
    { mtlsSecurityScheme: { description: "Certificates of the company" } },
  ],
  SendMessageConfiguration: [{}, configuration],
  SendMessageRequest: [{ message }, { tenant: "tenant-1", message, configuration, metadata: { a: 1 } }],
  SendMessageResponse: [{ task }, { message }],
  StreamResponse: [{ task }, { message }, { statusUpdate }, { artifactUpdate }],
  StringList: [{}, { list: ["a", "", "a"] }],
  SubscribeToTaskRequest: [{ id: "task-1" }, { tenant: "tenant-1", id: "task-1" }],
  Task: [{ id: "task-1", status: { state: "TASK_STATE_SUBMITTED" } }, task],
  TaskArtifactUpdateEvent: [
    { taskId: "task-1", contextId: "context-1", artifact: { artifactId: "a", parts: [part] } },
    artifactUpdate,
  ],
  TaskPushNotificationConfig: [{ url: "https://client.example.com/notify" }, push],
  TaskStatus: [
    { state: "TASK_STATE_SUBMITTED" },
    { state: "TASK_STATE_WORKING" },
    { state: "TASK_STATE_COMPLETED" },
    { state: "TASK_STATE_FAILED" },
    { state: "TASK_STATE_CANCELED" },
    { state: "TASK_STATE_REJECTED" },
    { state: "TASK_STATE_AUTH_REQUIRED" },
    status,
  ],
  TaskStatusUpdateEvent: [
    { taskId: "task-1", contextId: "context-1", status: { state: "TASK_STATE_FAILED" } },
    statusUpdate,
  ],
};

interface Messages {
  APIKeySecurityScheme: a2a.APIKeySecurityScheme;
  AgentCapabilities: a2a.AgentCapabilities;
  AgentCard: a2a.AgentCard;
  AgentCardSignature: a2a.AgentCardSignature;
  AgentExtension: a2a.AgentExtension;
  AgentInterface: a2a.AgentInterface;
  AgentProvider: a2a.AgentProvider;
  AgentSkill: a2a.AgentSkill;
  Artifact: a2a.Artifact;
  AuthenticationInfo: a2a.AuthenticationInfo;
  AuthorizationCodeOAuthFlow: a2a.AuthorizationCodeOAuthFlow;
  CancelTaskRequest: a2a.CancelTaskRequest;
  ClientCredentialsOAuthFlow: a2a.ClientCredentialsOAuthFlow;
  DeleteTaskPushNotificationConfigRequest: a2a.DeleteTaskPushNotificationConfigRequest;
  DeviceCodeOAuthFlow: a2a.DeviceCodeOAuthFlow;
  GetExtendedAgentCardRequest: a2a.GetExtendedAgentCardRequest;
  GetTaskPushNotificationConfigRequest: a2a.GetTaskPushNotificationConfigRequest;
  GetTaskRequest: a2a.GetTaskRequest;
  HTTPAuthSecurityScheme: a2a.HTTPAuthSecurityScheme;
  ImplicitOAuthFlow: a2a.ImplicitOAuthFlow;
  ListTaskPushNotificationConfigsRequest: a2a.ListTaskPushNotificationConfigsRequest;
  ListTaskPushNotificationConfigsResponse: a2a.ListTaskPushNotificationConfigsResponse;
  ListTasksRequest: a2a.ListTasksRequest;
  ListTasksResponse: a2a.ListTasksResponse;
  Message: a2a.Message;
  MutualTlsSecurityScheme: a2a.MutualTlsSecurityScheme;
  OAuth2SecurityScheme: a2a.OAuth2SecurityScheme;
  OAuthFlows: a2a.OAuthFlows;
  OpenIdConnectSecurityScheme: a2a.OpenIdConnectSecurityScheme;
  Part: a2a.Part;
  PasswordOAuthFlow: a2a.PasswordOAuthFlow;
  SecurityRequirement: a2a.SecurityRequirement;
  SecurityScheme: a2a.SecurityScheme;
  SendMessageConfiguration: a2a.SendMessageConfiguration;
  SendMessageRequest: a2a.SendMessageRequest;
  SendMessageResponse: a2a.SendMessageResponse;
  StreamResponse: a2a.StreamResponse;
  StringList: a2a.StringList;
  SubscribeToTaskRequest: a2a.SubscribeToTaskRequest;
  Task: a2a.Task;
  TaskArtifactUpdateEvent: a2a.TaskArtifactUpdateEvent;
  TaskPushNotificationConfig: a2a.TaskPushNotificationConfig;
  TaskStatus: a2a.TaskStatus;
  TaskStatusUpdateEvent: a2a.TaskStatusUpdateEvent;
}

export type MessageName = keyof Messages;
