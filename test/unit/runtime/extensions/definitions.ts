import {
  A2AService,
  A2AServiceGrpc,
  type Artifact,
  type ListTasksRequest,
  type ListTasksResponse,
  type Message,
  type SendMessageRequest,
  type StreamResponse,
  type SubscribeToTaskRequest,
  type Task,
} from "@a2agen/a2a-1.0";
import type { Codec } from "@a2agen/runtime";
import {
  defineCodec,
  double,
  isDouble,
  isRecord,
  isText,
  missing,
  notObject,
  type Problems,
  refuse,
  scalarsOf,
  text,
  within,
} from "@a2agen/runtime/codegen";
import type { GrpcCodecs } from "@a2agen/runtime/codegen/grpc";
import { defineService } from "@a2agen/runtime/codegen/service";
import { defineExtension, type Extension, type Placement } from "@a2agen/runtime/extensions";
import type { CallContext, ServiceDefinition } from "@a2agen/runtime/service";

// The codecs are written by hand here, in the form that the emitters give them.

type FieldKind = "text" | "number" | "texts";

interface RecordInit {
  readonly typeName: string;
  readonly fields: Readonly<Record<string, FieldKind>>;
  readonly required?: readonly string[];
}

function recordCodec<T extends object>({ typeName, fields, required = [] }: RecordInit): Codec<T> {
  const check = (message: unknown): Problems | undefined => {
    if (!isRecord(message)) return notObject(message);
    let found: Problems | undefined;
    for (const key in message) {
      const value = message[key];
      switch (Object.hasOwn(fields, key) ? fields[key] : undefined) {
        case "text":
          if (!isText(value)) found = refuse(found, message, key, text);
          break;
        case "number":
          if (!isDouble(value)) found = refuse(found, message, key, double);
          break;
        case "texts": {
          const inner = scalarsOf(value, text);
          if (inner !== undefined) found = within(found, message, key, inner);
          break;
        }
        case undefined:
          break;
      }
    }
    return missing(found, message, Object.fromEntries(required.map((name) => [name, undefined])));
  };
  return defineCodec<T>({
    typeName,
    check,
    encode: (value) =>
      Object.fromEntries(Object.entries(value).filter(([key]) => Object.hasOwn(fields, key))) as T,
  });
}

const messagePlacement: Placement = {
  typeName: "lf.a2a.v1.Message",
  metadata: "metadata",
  extensions: "extensions",
  required: ["messageId", "role", "parts"],
};
const artifactPlacement: Placement = {
  typeName: "lf.a2a.v1.Artifact",
  metadata: "metadata",
  extensions: "extensions",
  required: ["artifactId", "parts"],
};
const taskPlacement: Placement = {
  typeName: "lf.a2a.v1.Task",
  metadata: "metadata",
  required: ["id", "status"],
};
const requestPlacement: Placement = {
  typeName: "lf.a2a.v1.SendMessageRequest",
  metadata: "metadata",
  required: ["message"],
};

export interface KonamiCode {
  code?: string;
  lives?: number;
}

export interface KonamiParams {
  hints?: string[];
}

/** The extension of the magic 8-ball: one key for each field, in the metadata of requests. */
export const Konami: Extension<KonamiCode, KonamiParams, SendMessageRequest> = defineExtension({
  uri: "https://example.com/ext/konami-code/v1",
  kind: "profile",
  description: "Provide cheat codes to unlock new fortunes",
  required: false,
  dependencies: [],
  params: recordCodec<KonamiParams>({ typeName: "example.konami.v1.Params", fields: { hints: "texts" } }),
  data: recordCodec<KonamiCode>({
    typeName: "example.konami.v1.Code",
    fields: { code: "text", lives: "number" },
  }),
  key: "fields",
  fields: ["code", "lives"],
  placements: [requestPlacement],
});

export interface Position {
  latitude: number;
  longitude: number;
  accuracy?: number;
}

/** One key for the whole, on objects with a list of extensions and without. */
export const Geolocation: Extension<Position, never, Message | Artifact | Task> = defineExtension({
  uri: "https://example.com/ext/geolocation/v1",
  kind: "profile",
  description: "Where something was made",
  required: false,
  dependencies: [],
  data: recordCodec<Position>({
    typeName: "example.geolocation.v1.Position",
    fields: { latitude: "number", longitude: "number", accuracy: "number" },
    required: ["latitude", "longitude"],
  }),
  key: "uri",
  placements: [messagePlacement, artifactPlacement, taskPlacement],
});

export interface ComplianceParams {
  region: string;
}

/** Facts on the card. */
export const Compliance: Extension<never, ComplianceParams, never> = defineExtension({
  uri: "https://example.com/ext/compliance/v1",
  kind: "data",
  description: "Where data is kept",
  required: false,
  dependencies: [],
  params: recordCodec<ComplianceParams>({
    typeName: "example.compliance.v1.Facts",
    fields: { region: "text" },
    required: ["region"],
  }),
  key: "uri",
  placements: [],
});

/** Methods of their own, in the core's messages. */
export interface TaskSearch {
  searchTasks(request: ListTasksRequest, context: CallContext): Promise<ListTasksResponse>;
  watchTasks(request: SubscribeToTaskRequest, context: CallContext): AsyncIterable<StreamResponse>;
}

const { listTasks, subscribeToTask } = A2AService.methods;

export const TaskSearchService: ServiceDefinition<TaskSearch> = defineService<TaskSearch>({
  typeName: "example.search.v1.TaskSearch",
  protocol: A2AService.protocol,
  methods: {
    searchTasks: {
      ...listTasks,
      name: "SearchTasks",
      http: [{ verb: "POST", path: ["search"], action: "tasks", body: "*" }],
      aliases: [],
    },
    watchTasks: {
      ...subscribeToTask,
      name: "WatchTasks",
      http: [{ verb: "POST", path: ["search"], action: "watch", body: "*" }],
      aliases: [],
    },
  },
});

export const TaskSearchGrpc: GrpcCodecs<TaskSearch> = {
  service: TaskSearchService,
  methods: {
    searchTasks: A2AServiceGrpc.methods.listTasks,
    watchTasks: A2AServiceGrpc.methods.subscribeToTask,
  },
};

export const Search: Extension<never, never, never> = defineExtension({
  uri: "https://example.com/ext/task-search/v1",
  kind: "method",
  description: "Finds tasks by their text",
  required: false,
  dependencies: [],
  key: "uri",
  placements: [],
  services: [TaskSearchService],
});

/** An extension of its URI and what it depends on only. */
export function bare(
  uri: string,
  dependencies: Readonly<Record<string, "required" | "optional">> = {},
): Extension<never, never, never> {
  return defineExtension<never, never, never>({
    uri,
    kind: "profile",
    description: "",
    required: false,
    dependencies: Object.entries(dependencies).map(([needed, how]) => ({
      uri: needed,
      optional: how === "optional",
    })),
    key: "uri",
    placements: [],
  });
}
