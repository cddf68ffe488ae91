import type { FieldLimit, RandomMessageOptions } from "./message.ts";

/** What the protocol says of single fields in prose, by message and field. */
const limits: Readonly<Record<string, FieldLimit>> = {
  "ListTasksRequest.page_size": { minimum: 1, maximum: 100 },
  "ListTasksRequest.history_length": { minimum: 0 },
  "ListTasksResponse.page_size": { minimum: 1, maximum: 100 },
  "ListTasksResponse.total_size": { minimum: 0 },
  "GetTaskRequest.history_length": { minimum: 0 },
  "SendMessageConfiguration.history_length": { minimum: 0 },
  "APIKeySecurityScheme.location": { values: ["query", "header", "cookie"] },
};

/** Restricts random messages to what the protocol allows: limits of fields, a member in every oneof. */
export const a2aOptions: RandomMessageOptions = {
  limits: Object.fromEntries(
    ["a2a.v1", "lf.a2a.v1"].flatMap((name) =>
      Object.entries(limits).map(([field, limit]) => [`${name}.${field}`, limit]),
    ),
  ),
  isRequiredOneof: () => true,
};
