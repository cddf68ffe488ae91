import { type AgentEvent, inputRequired, type Turn, textArtifact, working } from "@a2agen/runtime/agent";
import { headingsOf, type Length, writeSection } from "./report.ts";

/**
 * Answers one message. It is called for the first message of a task, and again for each message that comes
 * while the task waits for its client. What it yields is stored and sent to everybody who watches the task;
 * when it ends, the task is completed.
 */
export async function* execute(turn: Turn): AsyncGenerator<AgentEvent> {
  const { topic, length } = readWish(turn);
  if (topic === undefined) {
    // The task waits. The client answers with a message that names it, which calls this function again.
    yield inputRequired("What shall the report be about?");
    return;
  }
  if (length === undefined) {
    yield inputRequired(`Shall the report about ${topic} be short or long?`);
    return;
  }

  yield working(`Writing a ${length} report about ${topic}`);
  for (const [index, heading] of headingsOf(topic, length).entries()) {
    const artifactId = `section-${index + 1}`;
    let append = false;
    // The signal is aborted when the client cancels the task. Whatever is given the signal stops then, and
    // what it throws ends this function.
    for await (const { text, isLast } of writeSection(heading, topic, turn.signal)) {
      yield textArtifact(artifactId, text, { name: heading, append, lastChunk: isLast });
      append = true;
    }
  }
}

interface Wish {
  readonly topic: string | undefined;
  readonly length: Length | undefined;
}

/** What the client has said in all messages of the task so far. */
function readWish({ task, text }: Turn): Wish {
  const said = task === undefined ? [text] : clientTexts(task.history ?? []);
  const length = /\b(?:short|long)\b/i.exec(said.join("\n"))?.[0].toLowerCase();
  return {
    topic: said.map(topicOf).find((topic) => topic !== ""),
    length: length === "short" || length === "long" ? length : undefined,
  };
}

function clientTexts(history: NonNullable<NonNullable<Turn["task"]>["history"]>): readonly string[] {
  return history
    .filter(({ role }) => role === "ROLE_USER")
    .map(({ parts }) => parts.map(({ text = "" }) => text).join("\n"));
}

/** What remains of a text without the words around a topic: "tea" of "Write a short report about tea". */
function topicOf(text: string): string {
  return text
    .replaceAll(/\b(?:please|write|an?|short|long|one|report|about|on)\b|[.,?!]/gi, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
