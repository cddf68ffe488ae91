import { type AgentEvent, inputRequired, type Turn, textArtifact, working } from "@a2agen/runtime/agent";
import { headingsOf, type Length, writeSection } from "./report.ts";

/**
 * Answers one message. It is called for the first message of a task, and again for each further message of
 * the client. Its events are stored and sent to every follower of the task; when it ends, the task is
 * completed.
 */
export async function* execute(turn: Turn): AsyncGenerator<AgentEvent> {
  const { topic, length } = readRequest(turn);
  if (topic === undefined) {
    // The task waits. The client answers with a message for this task, which calls this function again.
    yield inputRequired("What should the report be about?");
    return;
  }
  if (length === undefined) {
    yield inputRequired(`Should the report about ${topic} be short or long?`);
    return;
  }

  yield working(`Writing a ${length} report about ${topic}`);
  for (const [index, heading] of headingsOf(topic, length).entries()) {
    const artifactId = `section-${index + 1}`;
    let append = false;
    // The signal is aborted when the client cancels the task. Work that receives the signal stops then, and
    // its error ends this function.
    for await (const { text, isLast } of writeSection(heading, topic, turn.signal)) {
      yield textArtifact(artifactId, text, { name: heading, append, lastChunk: isLast });
      append = true;
    }
  }
}

interface ReportRequest {
  readonly topic: string | undefined;
  readonly length: Length | undefined;
}

/** Reads the topic and the length from all messages of the client so far. */
function readRequest({ task, text }: Turn): ReportRequest {
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

/** The topic of a text, without the words around it: "tea" in "Write a short report about tea". */
function topicOf(text: string): string {
  return text
    .replaceAll(/\b(?:please|write|an?|short|long|one|report|about|on)\b|[.,?!]/gi, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
