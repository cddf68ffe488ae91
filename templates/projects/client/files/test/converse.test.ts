import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connectTo } from "../src/connect.ts";
import { converse } from "../src/converse.ts";
import { startAgent, type TestAgent } from "./agent.ts";

let agent: TestAgent;
before(async () => {
  agent = await startAgent();
});
after(() => agent.close());

interface Outcome {
  readonly state: string | undefined;
  readonly written: string;
  readonly reported: readonly string[];
}

/** Holds a conversation in which the user answers with `answers`, and cancels when `cancelAt` is reported. */
async function hold(
  text: string,
  {
    answers = [],
    cancelAt,
    streaming = true,
  }: { readonly answers?: string[]; readonly cancelAt?: string; readonly streaming?: boolean } = {},
): Promise<Outcome> {
  const { client, close } = await connectTo(agent.url);
  const stop = new AbortController();
  const reported: string[] = [];
  let written = "";
  const terminal = {
    write: (chunk: string) => {
      written += chunk;
    },
    report: (line: string) => {
      reported.push(line);
      if (line === cancelAt) stop.abort();
    },
    ask: async (question: string) => {
      reported.push(question);
      if (question === cancelAt) stop.abort();
      return answers.shift();
    },
  };
  try {
    const state = await converse(client, text, { terminal, streaming, signal: stop.signal });
    return { state, written, reported };
  } finally {
    await close();
  }
}

describe("a conversation", () => {
  for (const streaming of [true, false]) {
    test(`shows what the agent makes, ${streaming ? "as it comes" : "when it is done"}`, async () => {
      const { state, written, reported } = await hold("hello", { streaming });
      assert.equal(state, "TASK_STATE_COMPLETED");
      assert.equal(written, "You said hello.\n");
      assert.ok(reported.includes("artifact Echo"));
    });
  }

  test("goes on with the answer to what the agent asks", async () => {
    const { state, written, reported } = await hold("ask", { answers: ["nothing"] });
    assert.equal(state, "TASK_STATE_COMPLETED");
    assert.equal(written, "You said nothing.\n");
    assert.ok(reported.includes("What else?"));
  });

  test("ends when nobody answers", async () => {
    const { state, written } = await hold("ask");
    assert.equal(state, "TASK_STATE_INPUT_REQUIRED");
    assert.equal(written, "");
  });

  test("can be canceled", async () => {
    const { state } = await hold("wait", { cancelAt: "working: Waiting" });
    assert.equal(state, "TASK_STATE_CANCELED");
  });

  test("can be canceled instead of an answer", async () => {
    const { state, reported } = await hold("ask", { cancelAt: "What else?" });
    assert.equal(state, "TASK_STATE_CANCELED");
    assert.equal(reported.at(-1), "canceling");
  });
});
