import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { loadPlan } from "../../../../../packages/cli/src/migrate/typescript/load-plan.ts";
import { migrateTypeScript } from "../../../../../packages/cli/src/migrate/typescript/migrate-typescript.ts";
import type { MigratedFile } from "../../../../../packages/cli/src/migrate/typescript/migrated-file.ts";

interface Case {
  readonly name: string;
  readonly given: string;
  readonly want: string;
  readonly findings?: readonly string[];
  readonly to?: string;
  readonly extension?: string;
}

const cases: readonly Case[] = [
  {
    name: "one OAuth flow",
    given: `import type { SecurityScheme } from "@a2a-js/sdk";
export const scheme: SecurityScheme = {
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: "https://example.com/t", scopes: { a: "all" } } },
};
`,
    want: `import type { SecurityScheme } from "@a2agen/a2a-1.0";
export const scheme: SecurityScheme = {
  oauth2SecurityScheme: {
    flows: { clientCredentials: { tokenUrl: "https://example.com/t", scopes: { a: "all" } } },
  },
};
`,
  },
  {
    name: "several OAuth flows",
    given: `import type { OAuthFlows } from "@a2a-js/sdk";
export const flows: OAuthFlows = {
  implicit: { authorizationUrl: "https://example.com/a", scopes: {} },
  password: { tokenUrl: "https://example.com/t", scopes: {} },
};
`,
    want: `import type { OAuthFlows } from "@a2agen/a2a-1.0";
export const flows: OAuthFlows = {
  implicit: { authorizationUrl: "https://example.com/a", scopes: {} },
  password: { tokenUrl: "https://example.com/t", scopes: {} },
};
`,
    findings: ["2: OAuthFlows now has exactly one of these: write one object for each"],
  },
  {
    name: "a card whose capabilities lose all that they had",
    given: `import type { AgentCard } from "@a2a-js/sdk";
export const card: Partial<AgentCard> = {
  capabilities: {stateTransitionHistory: false},
  supportsAuthenticatedExtendedCard: false,
};
`,
    want: `import type { AgentCard } from "@a2agen/a2a-1.0";
export const card: Partial<AgentCard> = {
  capabilities: {extendedAgentCard: false},
};
`,
  },
  {
    name: "metadata of any values",
    given: `import type { MessageSendParams } from "@a2a-js/sdk";
export function withMetadata(params: MessageSendParams, metadata: Record<string, unknown>): MessageSendParams {
  return { ...params, metadata };
}
`,
    want: `import type { SendMessageRequest } from "@a2agen/a2a-1.0";
export function withMetadata(params: SendMessageRequest, metadata: Record<string, unknown>): SendMessageRequest {
  return { ...params, metadata };
}
`,
    findings: [
      "3: does not compile with the types of @a2agen/a2a-1.0: Type 'Record<string, unknown>' is not assignable to type 'JsonObject'. (use JsonObject of @a2agen/runtime for JSON)",
    ],
  },
  {
    name: "import types",
    given: `export type State = import("@a2a-js/sdk").TaskState;
export type Params = Readonly<import("@a2a-js/sdk").MessageSendParams>;
export type Text = import("@a2a-js/sdk").TextPart;
`,
    want: `export type State = import("@a2agen/a2a-1.0").TaskState;
export type Params = Readonly<import("@a2agen/a2a-1.0").SendMessageRequest>;
export type Text = Extract<import("@a2agen/a2a-1.0").Part, { text: unknown }>;
`,
  },
  {
    name: "indexed access types",
    given: `import type { AgentCard, Message, Task, TaskPushNotificationConfig } from "@a2a-js/sdk";
export type Status = Task["status"];
export type State = Task["status"]["state"];
export type Role = Message["role"];
export type Kind = Message["kind"];
export type Security = AgentCard["security"];
export type Config = TaskPushNotificationConfig["pushNotificationConfig"];
`,
    want: `import type { AgentCard, Message, Task, TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
export type Status = Task["status"];
export type State = Task["status"]["state"];
export type Role = Message["role"];
export type Kind = Message["kind"];
export type Security = AgentCard["securityRequirements"];
export type Config = TaskPushNotificationConfig;
`,
    findings: [
      "5: Message no longer has a kind: check which member is set",
      "6: an element of securityRequirements is now { schemes: { name: { list: [...] } } }, not { name: [...] }",
    ],
  },
  {
    name: "interfaces of a card that are computed",
    given: `import type { AgentCard, AgentInterface } from "@a2a-js/sdk";
const others: AgentInterface[] = ["a", "b"].map((path) => ({ url: \`https://example.com/\${path}\`, transport: "GRPC" }));
export const card = (rest: Omit<AgentCard, "url" | "additionalInterfaces">): AgentCard => ({
  ...rest,
  url: "https://example.com",
  additionalInterfaces: others,
});
`,
    want: `import type { AgentCard, AgentInterface } from "@a2agen/a2a-1.0";
const others: AgentInterface[] = ["a", "b"].map((path) => ({ url: \`https://example.com/\${path}\`, transport: "GRPC" }));
export const card = (rest: Omit<AgentCard, "url" | "additionalInterfaces">): AgentCard => ({
  ...rest,
  supportedInterfaces: [{ url: "https://example.com", protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  additionalInterfaces: others,
});
`,
    findings: [
      "2: does not compile with the types of @a2agen/a2a-1.0: Type '{ url: string; transport: string; }[]' is not assignable to type 'AgentInterface[]'.",
      "5: this is now a card of A2A 1.0: to keep serving clients of 0.3, serve it with createHostFamily of @a2agen/runtime/server, which adds the fields that they need",
      "5: check the properties that the card takes from elsewhere: url, preferredTransport and additionalInterfaces are now elements of supportedInterfaces",
      "6: interfaces are now elements of supportedInterfaces, each with a protocolVersion: add them there",
    ],
  },
  {
    name: "Windows line ends",
    given: `import type { Task } from "@a2a-js/sdk";\r
export const publish = (send: (event: Task | import("@a2a-js/sdk").TaskStatusUpdateEvent) => void): void => {\r
  send({\r
    kind: "task",\r
    id: "t-1",\r
    contextId: "c-1",\r
    status: { state: "working" },\r
  });\r
};\r
`,
    want: `import type { StreamResponse } from "@a2agen/a2a-1.0";\r
export const publish = (send: (event: StreamResponse) => void): void => {\r
  send({\r
    task: {\r
      id: "t-1",\r
      contextId: "c-1",\r
      status: { state: "TASK_STATE_WORKING" },\r
    },\r
  });\r
};\r
`,
  },
  {
    name: "JSX",
    extension: "tsx",
    given: `import type { Part } from "@a2a-js/sdk";
declare namespace JSX {
  interface IntrinsicElements {
    p: { children?: unknown };
  }
}
export const View = ({ part }: { part: Part }): unknown => (part.kind === "text" ? <p>{part.text} kind === "text"</p> : null);
`,
    want: `import type { Part } from "@a2agen/a2a-1.0";
declare namespace JSX {
  interface IntrinsicElements {
    p: { children?: unknown };
  }
}
export const View = ({ part }: { part: Part }): unknown => (part.text !== undefined ? <p>{part.text} kind === "text"</p> : null);
`,
  },
  {
    name: "modules that are loaded while the program runs",
    given: `import { vi } from "vitest";
import type { Message } from "@a2a-js/sdk";
vi.mock("@a2a-js/sdk");
export const load = async (): Promise<unknown> => import("@a2a-js/sdk");
export const role = (message: Message): boolean => message.role === "user";
`,
    want: `import { vi } from "vitest";
import type { Message } from "@a2agen/a2a-1.0";
vi.mock("@a2a-js/sdk");
export const load = async (): Promise<unknown> => import("@a2a-js/sdk");
export const role = (message: Message): boolean => message.role === "ROLE_USER";
`,
    findings: [
      '3: "@a2a-js/sdk" is loaded at run time and is still that of 0.3: @a2agen/a2a-1.0 has other names',
      '4: "@a2a-js/sdk" is loaded at run time and is still that of 0.3: @a2agen/a2a-1.0 has other names',
    ],
  },
  {
    name: "values of an enum that are written out",
    given: `import type { Message, Task } from "@a2a-js/sdk";
type Who = "user" | "agent";
type Open = "submitted" | "working";
export const who = (message: Message): Who => message.role;
export const isOpen = (task: Task): boolean => (["submitted", "working"] as Open[]).includes(task.status.state as Open);
export type Side = "left" | "right";
`,
    want: `import type { Message, Task } from "@a2agen/a2a-1.0";
type Who = "user" | "agent";
type Open = "submitted" | "working";
export const who = (message: Message): Who => message.role;
export const isOpen = (task: Task): boolean => (["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"] as Open[]).includes(task.status.state as Open);
export type Side = "left" | "right";
`,
    findings: [
      '2: if these are values of Role, write "ROLE_USER" | "ROLE_AGENT"',
      '3: if these are values of TaskState, write "TASK_STATE_SUBMITTED" | "TASK_STATE_WORKING"',
      "4: does not compile with the types of @a2agen/a2a-1.0: Type 'Role' is not assignable to type 'Who'.",
      "5: does not compile with the types of @a2agen/a2a-1.0: Conversion of type '(\"TASK_STATE_SUBMITTED\" | \"TASK_STATE_WORKING\")[]' to type 'Open[]' may be a mistake because neither type sufficiently overlaps with the other. If this was intentional, convert the expression to 'unknown' first.",
    ],
  },
  {
    name: "the configuration of a task whose parts are variables",
    given: `import type { PushNotificationConfig, TaskPushNotificationConfig } from "@a2a-js/sdk";
export const one = (taskId: string, pushNotificationConfig: PushNotificationConfig): TaskPushNotificationConfig => ({
  taskId,
  pushNotificationConfig,
});
`,
    want: `import type { TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
export const one = (taskId: string, pushNotificationConfig: TaskPushNotificationConfig): TaskPushNotificationConfig => ({
  ...pushNotificationConfig,
  taskId,
});
`,
  },
  {
    name: "names of resources",
    to: "a2a-1.0-draft",
    given: `import type { GetTaskPushNotificationConfigParams, TaskPushNotificationConfig, TaskQueryParams } from "@a2a-js/sdk";
export const query = (id: string): TaskQueryParams => ({ id, historyLength: 3 });
export const get = (id: string): GetTaskPushNotificationConfigParams => ({ id, pushNotificationConfigId: "main" });
export const taskOf = (config: TaskPushNotificationConfig): string => config.taskId;
export const move = (config: TaskPushNotificationConfig, taskId: string): TaskPushNotificationConfig => ({ ...config, taskId });
`,
    want: `import type { GetTaskPushNotificationConfigRequest, TaskPushNotificationConfig, GetTaskRequest } from "@a2agen/a2a-1.0-draft";
export const query = (id: string): GetTaskRequest => ({ name: \`tasks/\${id}\`, historyLength: 3 });
export const get = (id: string): GetTaskPushNotificationConfigRequest => ({ name: \`tasks/\${id}/pushNotificationConfigs/main\` });
export const taskOf = (config: TaskPushNotificationConfig): string => config.name.split("/")[1];
export const move = (config: TaskPushNotificationConfig, taskId: string): TaskPushNotificationConfig => ({ ...config, taskId });
`,
    findings: [
      '5: taskId is now part of name: write name: "tasks/{task_id}/pushNotificationConfigs/{config_id}"',
    ],
  },
  {
    name: "unions on several lines",
    given: `import type { Message, Task, TaskStatusUpdateEvent } from "@a2a-js/sdk";
export type Answer =
  | Message
  | Task;
export type Maybe =
  | Message
  | TaskStatusUpdateEvent
  | undefined;
`,
    want: `import type { SendMessageResponse, StreamResponse } from "@a2agen/a2a-1.0";
export type Answer = SendMessageResponse;
export type Maybe =
  | StreamResponse
  | undefined;
`,
  },
  {
    name: "a card on many lines",
    given: `import type { AgentCard } from "@a2a-js/sdk";
export const card: AgentCard = {
  protocolVersion: "0.3.0",
  name: "Weather",
  description: "Knows the weather.",
  url: "https://example.com/rpc",
  additionalInterfaces: [
    {
      url: "https://example.com/rest",
      transport: "HTTP+JSON", // for browsers
    },
  ],
  version: "1.0.0",
  capabilities: {},
  security: [
    {
      bearer: [],
      key: ["read"],
    },
  ],
  supportsAuthenticatedExtendedCard: true,
  defaultInputModes: ["text", 'data', "image/png"],
  defaultOutputModes: ["file"],
  skills: [{ id: "s", name: "S", description: "", tags: [], inputModes: ["text"] }],
};
`,
    want: `import type { AgentCard } from "@a2agen/a2a-1.0";
export const card: AgentCard = {
  name: "Weather",
  description: "Knows the weather.",
  supportedInterfaces: [
    { url: "https://example.com/rpc", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
    {
      url: "https://example.com/rest",
      protocolBinding: "HTTP+JSON", // for browsers
      protocolVersion: "1.0",
    },
  ],
  version: "1.0.0",
  capabilities: { extendedAgentCard: true },
  securityRequirements: [
    {
      schemes: {
        bearer: { list: [] },
        key: { list: ["read"] },
      },
    },
  ],
  defaultInputModes: ["text/plain", 'application/json', "image/png"],
  defaultOutputModes: ["file"],
  skills: [{ id: "s", name: "S", description: "", tags: [], inputModes: ["text/plain"] }],
};
`,
    findings: [
      "5: this is now a card of A2A 1.0: to keep serving clients of 0.3, serve it with createHostFamily of @a2agen/runtime/server, which adds the fields that they need. For those that call it over HTTP+JSON give the family the translation of the proto of 0.3 too (docs/versions.md)",
      '24: expected a media type, found "file"; write those of the files, "image/png", or "*/*"',
    ],
  },
  {
    name: "data on several lines",
    to: "a2a-1.0-draft",
    given: `import type { Part } from "@a2a-js/sdk";
export const part: Part = {
  kind: "data",
  data: {
    state: "completed",
  },
};
`,
    want: `import type { Part } from "@a2agen/a2a-1.0-draft";
export const part: Part = {
  data: {
    data: {
      state: "completed",
    },
  },
};
`,
  },
  {
    name: "what the SDK answers",
    given: `import type { SendMessageResponse } from "@a2a-js/sdk";
export function idOf(response: SendMessageResponse): string {
  if ("error" in response) throw new Error(response.error.message);
  const { result } = response;
  return result.kind === "task" ? result.id : result.messageId;
}
`,
    want: `import type { SendMessageResponse } from "@a2a-js/sdk";
export function idOf(response: SendMessageResponse): string {
  if ("error" in response) throw new Error(response.error.message);
  const { result } = response;
  return result.task !== undefined ? result.task.id : result.message.messageId;
}
`,
    findings: [
      "1: SendMessageResponse is a JSON-RPC envelope of 0.3, and @a2agen/a2a-1.0 has no type for it: use the types of its params and result",
      "4: this is an answer of 0.3, but the code below expects SendMessageResponse: use a2a03ToA2a10Types.SendMessageResponse.upgrade(...).value of @a2agen/translate, or a client of @a2agen/runtime",
      "5: does not compile with the types of @a2agen/a2a-1.0: Property 'task' does not exist on type 'Task | Message'. (this is a value of 0.3: use a2a03ToA2a10Types.SendMessageResponse.upgrade(...).value of @a2agen/translate)",
    ],
  },
];

const targets = ["a2a-1.0", "a2a-1.0-draft"];

describe.each(targets)("code is migrated to %s with", (target) => {
  const chosen = cases.filter(({ to = "a2a-1.0" }) => to === target);
  const pathOf = ({ name, extension = "ts" }: Case): string =>
    join(tmpdir(), `${name.replaceAll(" ", "-")}.${extension}`);
  let migrated: ReadonlyMap<string, MigratedFile>;

  beforeAll(async () => {
    const sources = chosen.map((one) => ({ path: pathOf(one), text: one.given }));
    // Without the types of browsers, which take the compiler longer than all else.
    const tsconfig = join(import.meta.dirname, "server.tsconfig.json");
    const files = await migrateTypeScript(sources, { plan: await loadPlan(target), tsconfig });
    migrated = new Map(files.map((file) => [file.path, file]));
  });

  it.each(chosen)("$name", (one) => {
    const file = migrated.get(pathOf(one));
    const findings = file?.findings.map(({ line, message }) => `${line}: ${message}`);
    expect({ text: file?.text, findings }).toEqual({ text: one.want, findings: one.findings ?? [] });
  });
});
