/** Has nothing to do with agents. */
export const request = { method: "message/send", kind: "text", text: "completed" };
