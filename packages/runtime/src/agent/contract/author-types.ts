import type {
  Artifact,
  Message,
  Role,
  SendMessageConfiguration,
  Task,
  TaskStatus,
} from "../generated/lf/a2a/v1/a2a_types.ts";

/** The types of a version of A2A that an author meets. */
export interface AuthorTypes {
  readonly message: { readonly parts: readonly unknown[] };
  readonly task: object;
  readonly status: object;
  readonly artifact: object;
  readonly configuration: object;
  /** Of the agent's messages. */
  readonly role: string;
}

/** The types of `@a2agen/a2a-1.0`. */
export interface A2A10Types extends AuthorTypes {
  readonly message: Message;
  readonly task: Task;
  readonly status: TaskStatus;
  readonly artifact: Artifact;
  readonly configuration: SendMessageConfiguration;
  readonly role: typeof Role.Agent;
}
