import { describe, expect, it } from "vitest";
import type { Message, Task } from "@a2a-js/sdk";
import { advance, reply, summarize } from "./summary.js";

const message: Message = {
  kind: "message",
  messageId: "m-1",
  role: "user",
  parts: [{ kind: "text", text: "hi" }],
};

const task = (state: Task["status"]["state"]): Task => ({
  kind: "task",
  id: "t-1",
  contextId: "c-1",
  status: { state },
  history: [message],
});

describe("summarize", () => {
  it("says that a task is completed", () => {
    expect(summarize(task("completed"))).toEqual({ kind: "summary", state: "completed", text: "hi" });
  });

  it("answers for the agent", () => {
    expect(reply(message, "hello")).toEqual({
      kind: "message",
      messageId: "m-1-reply",
      role: "agent",
      parts: [{ kind: "text", text: "hello" }],
    });
  });

  it("keeps a task at work", () => {
    const advanced = advance(task("submitted"));
    expect(advanced.status.state).toBe("working");
    expect(advanced).toMatchObject({ id: "t-1", status: { state: "working" } });
  });
});
