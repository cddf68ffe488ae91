import { expect, test } from "vitest";
import type { Profile } from "../../../generators/model/profile.ts";
import { lastName } from "../../../generators/naming/last-name.ts";
import older from "../../../profiles/a2a-0.3.yaml";
import current from "../../../profiles/a2a-1.0.yaml";
import draft from "../../../profiles/a2a-1.0-draft.yaml";

// The headings of each version's specification that describe data, as it writes them.

const operations = {
  "3.1.1": "Send Message",
  "3.1.3": "Get Task",
  "3.1.4": "List Tasks",
  "3.1.5": "Cancel Task",
  "3.1.6": "Subscribe to Task",
  "3.1.8": "Get Push Notification Config",
  "3.1.9": "List Push Notification Configs",
  "3.1.10": "Delete Push Notification Config",
  "3.1.11": "Get Extended Agent Card",
  "3.2.1": "SendMessageRequest",
  "3.2.2": "SendMessageConfiguration",
  "3.2.3": "Stream Response",
  "4.1.1": "Task",
  "4.1.2": "TaskStatus",
  "4.1.3": "TaskState",
  "4.1.4": "Message",
  "4.1.5": "Role",
  "4.1.6": "Part",
  "4.2.1": "TaskStatusUpdateEvent",
  "4.2.2": "TaskArtifactUpdateEvent",
  "4.3.1": "PushNotificationConfig",
  "4.3.2": "AuthenticationInfo",
  "4.4.1": "AgentCard",
  "4.4.2": "AgentProvider",
  "4.4.3": "AgentCapabilities",
  "4.4.4": "AgentExtension",
  "4.4.5": "AgentSkill",
  "4.4.6": "AgentInterface",
  "4.4.7": "AgentCardSignature",
  "4.5.1": "SecurityScheme",
  "4.5.2": "APIKeySecurityScheme",
  "4.5.3": "HTTPAuthSecurityScheme",
  "4.5.4": "OAuth2SecurityScheme",
  "4.5.5": "OpenIdConnectSecurityScheme",
} as const;

const headings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a2a-1.0": {
    ...operations,
    "3.1.7": "Create Push Notification Config",
    "4.1.7": "Artifact",
    "4.5.6": "MutualTlsSecurityScheme",
    "4.5.7": "OAuthFlows",
    "4.5.8": "AuthorizationCodeOAuthFlow",
    "4.5.9": "ClientCredentialsOAuthFlow",
    "4.5.10": "DeviceCodeOAuthFlow",
  },
  "a2a-1.0-draft": {
    ...operations,
    "3.1.7": "Set or Update Push Notification Config",
    "4.1.7": "FilePart",
    "4.1.8": "DataPart",
    "4.1.9": "Artifact",
    "4.5.6": "MutualTLSSecurityScheme",
    "10.5.1": "TaskPushNotificationConfig",
  },
  "a2a-0.3": {
    "5.5": "AgentCard Object Structure",
    "5.5.1": "AgentProvider Object",
    "5.5.2": "AgentCapabilities Object",
    "5.5.2.1": "AgentExtension Object",
    "5.5.3": "SecurityScheme Object",
    "5.5.4": "AgentSkill Object",
    "5.5.5": "AgentInterface Object",
    "5.5.6": "AgentCardSignature Object",
    "6.1": "Task Object",
    "6.2": "TaskStatus Object",
    "6.3": "TaskState Enum",
    "6.4": "Message Object",
    "6.5.1": "TextPart Object",
    "6.5.2": "FilePart Object",
    "6.5.3": "DataPart Object",
    "6.6.1": "FileWithBytes Object",
    "6.6.2": "FileWithUri Object",
    "6.7": "Artifact Object",
    "6.8": "PushNotificationConfig Object",
    "6.9": "PushNotificationAuthenticationInfo Object",
    "6.10": "TaskPushNotificationConfig Object",
    "7.1.1": "MessageSendParams Object",
    "7.2.2": "TaskStatusUpdateEvent Object",
    "7.2.3": "TaskArtifactUpdateEvent Object",
    "7.3.1": "TaskQueryParams Object",
    "7.4.1": "TaskIdParams Object",
    "7.6.1": "GetTaskPushNotificationConfigParams Object",
    "7.7.1": "ListTaskPushNotificationConfigParams Object",
    "7.8.1": "DeleteTaskPushNotificationConfigParams Object",
  },
};

/** Types that stand in a section of another name, and its name. */
const under: Readonly<Record<string, string>> = {
  // 1.0 describes its only configuration where the one of the draft was.
  "lf.a2a.v1.TaskPushNotificationConfig": "PushNotificationConfig",
  // The anchor of Security is in that section.
  "lf.a2a.v1.SecurityRequirement": "SecurityScheme",
  "a2a-0.3.APIKeySecurityScheme": "SecurityScheme",
  "a2a-0.3.HTTPAuthSecurityScheme": "SecurityScheme",
  "a2a-0.3.OAuth2SecurityScheme": "SecurityScheme",
  "a2a-0.3.OpenIdConnectSecurityScheme": "SecurityScheme",
  "a2a-0.3.MutualTLSSecurityScheme": "SecurityScheme",
  "a2a-0.3.MessageSendConfiguration": "MessageSendParams",
};

/** Headings and names of types without what they write differently. */
function plain(text: string): string {
  return text
    .replace(/ (?:Object|Enum)\b.*| or Update\b/g, "")
    .replaceAll(" ", "")
    .toLowerCase()
    .replace(/(?:request|response)$/, "")
    .replace(/(?<=^(?:get|list|set|delete))task(?=push)/, "")
    .replace(/configs$/, "config");
}

// The bundlers have checked them.
const profiles = [current, draft, older] as readonly Pick<Profile, "name" | "sections">[];

test.each(profiles.map((profile) => [profile.name, profile] as const))(
  "each section that %s names is in its specification, and about that type",
  (name, { sections = {} }) => {
    const found = Object.entries(sections).map(([typeName, number]) => [
      typeName,
      plain(headings[name]?.[number] ?? "no such section"),
    ]);
    const wanted = Object.keys(sections).map((typeName) => [
      typeName,
      plain(under[typeName] ?? lastName(typeName)),
    ]);
    expect(found).toEqual(wanted);
    expect(found.length).toBeGreaterThan(25);
  },
);
