// The one place that knows where the types come from.
export type { Message, MessageSendParams, Task, TaskState } from "@a2a-js/sdk";
