// The one place that knows where the types come from.
export type { Message, SendMessageRequest as MessageSendParams, Task, TaskState } from "@a2agen/a2a-1.0";
