import { describe, expect, it } from "vitest";
import type { Message, Task } from "@a2agen/a2a-1.0";
import { advance, reply, summarize } from "./summary.js";

const message: Message = {
  messageId: "m-1",
  role: "ROLE_USER",
  parts: [{ text: "hi" }],
};

const task = (state: Task["status"]["state"]): Task => ({
  id: "t-1",
  contextId: "c-1",
  status: { state },
  history: [message],
});

describe("summarize", () => {
  it("says that a task is completed", () => {
    expect(summarize(task("TASK_STATE_COMPLETED"))).toEqual({ kind: "summary", state: "completed", text: "hi" });
  });

  it("answers for the agent", () => {
    expect(reply(message, "hello")).toEqual({
      messageId: "m-1-reply",
      role: "ROLE_AGENT",
      parts: [{ text: "hello" }],
    });
  });

  it("keeps a task at work", () => {
    const advanced = advance(task("TASK_STATE_SUBMITTED"));
    expect(advanced.status.state).toBe("TASK_STATE_WORKING");
    expect(advanced).toMatchObject({ id: "t-1", status: { state: "TASK_STATE_WORKING" } });
  });
});
