/**
 * What the types of a proto package have otherwise than 0.3, beyond names: the names are in the legacy
 * manifest. Fields are written with the types of 0.3, "Message.kind".
 */
export interface TargetShape {
  /** Types that have the name that they had in 0.3. */
  readonly sameTypes: readonly string[];
  readonly renamed: Readonly<Record<string, string>>;
  /** Fields and enum values with no counterpart, and what to do without them. */
  readonly dropped: Readonly<Record<string, string>>;
  /** Flags that say the opposite now. */
  readonly inverted: Readonly<Record<string, string>>;
  /** Lists of which one element is left. */
  readonly single: Readonly<Record<string, string>>;
  /** Values that are in an object of their own now, under this name. */
  readonly nested: Readonly<Record<string, string>>;
  /** Fields of which one has to think, and what about. */
  readonly manual: Readonly<Record<string, string>>;
  /** Where the card lists its interfaces, with the version of each; absent when it still has a main one. */
  readonly interfaces?: string;
}

const common = [
  "Task",
  "TaskStatus",
  "TaskState",
  "Message",
  "Part",
  "Artifact",
  "TaskStatusUpdateEvent",
  "TaskArtifactUpdateEvent",
  "AgentCard",
  "AgentInterface",
  "AgentProvider",
  "AgentCapabilities",
  "AgentExtension",
  "AgentSkill",
  "AgentCardSignature",
  "TaskPushNotificationConfig",
  "SecurityScheme",
  "APIKeySecurityScheme",
  "HTTPAuthSecurityScheme",
  "OAuth2SecurityScheme",
  "OpenIdConnectSecurityScheme",
  "OAuthFlows",
  "AuthorizationCodeOAuthFlow",
  "ClientCredentialsOAuthFlow",
  "ImplicitOAuthFlow",
  "PasswordOAuthFlow",
];

const unknownState = "a state that is not known is left out";
const resourceName = "is part of the resource name now: write name";

/** By proto package. */
export const targetShapes: Readonly<Record<string, TargetShape>> = {
  "a2a.v1": {
    sameTypes: [...common, "PushNotificationConfig"],
    renamed: {},
    dropped: { "TaskState.unknown": unknownState },
    inverted: {},
    single: {},
    nested: { "DataPart.data": "data" },
    manual: {
      "TaskQueryParams.id": `${resourceName}: "tasks/{id}"`,
      "TaskPushNotificationConfig.taskId": `${resourceName}: "tasks/{id}/pushNotificationConfigs/{id}"`,
      "GetTaskPushNotificationConfigParams.id": `${resourceName}: "tasks/{id}/pushNotificationConfigs/{id}"`,
      "GetTaskPushNotificationConfigParams.pushNotificationConfigId": resourceName,
      "DeleteTaskPushNotificationConfigParams.id": `${resourceName}: "tasks/{id}/pushNotificationConfigs/{id}"`,
      "DeleteTaskPushNotificationConfigParams.pushNotificationConfigId": resourceName,
      "ListTaskPushNotificationConfigParams.id": `is the resource name now: write parent: "tasks/{id}"`,
    },
  },
  "lf.a2a.v1": {
    sameTypes: common,
    renamed: {
      "GetTaskPushNotificationConfigParams.id": "taskId",
      "GetTaskPushNotificationConfigParams.pushNotificationConfigId": "id",
      "DeleteTaskPushNotificationConfigParams.id": "taskId",
      "DeleteTaskPushNotificationConfigParams.pushNotificationConfigId": "id",
      "ListTaskPushNotificationConfigParams.id": "taskId",
    },
    dropped: {
      "TaskState.unknown": unknownState,
      "TaskStatusUpdateEvent.final": "the end of the stream says that there is no more to come",
      "AgentCapabilities.stateTransitionHistory": "a card does not say it any more",
      "TaskQueryParams.metadata": "send what it says as a service parameter",
      "GetTaskPushNotificationConfigParams.metadata": "send what it says as a service parameter",
      "DeleteTaskPushNotificationConfigParams.metadata": "send what it says as a service parameter",
      "ListTaskPushNotificationConfigParams.metadata": "send what it says as a service parameter",
    },
    inverted: { "MessageSendConfiguration.blocking": "returnImmediately" },
    single: { "PushNotificationAuthenticationInfo.schemes": "scheme" },
    nested: {},
    manual: {},
    interfaces: "supportedInterfaces",
  },
};

/** The draft called a file what 0.3 has as two types, and the manifest goes on from there. */
export const fileTypes: Readonly<
  Record<string, { readonly type: string; readonly fields: Readonly<Record<string, string>> }>
> = {
  FileWithUri: { type: "FilePart", fields: { uri: "fileWithUri" } },
  FileWithBytes: { type: "FilePart", fields: { bytes: "fileWithBytes" } },
  FileBase: { type: "FilePart", fields: {} },
};

/** Members of the oneof of security schemes, by the value of `type` in 0.3. */
export const securitySchemeMembers: Readonly<Record<string, string>> = {
  apiKey: "apiKeySecurityScheme",
  http: "httpAuthSecurityScheme",
  oauth2: "oauth2SecurityScheme",
  openIdConnect: "openIdConnectSecurityScheme",
  mutualTLS: "mtlsSecurityScheme",
};
