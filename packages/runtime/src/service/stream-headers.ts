/** Identifies a stream to which its client sends messages: in the first answer, and in later calls. */
export const streamHeader = "stream-id";

/** "true" in a call that says that no message follows, and has none. */
export const streamEndHeader = "stream-end";
