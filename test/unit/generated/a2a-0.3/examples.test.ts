import { formatIssue } from "@a2agen/runtime";
import { describe, expect, test } from "vitest";
import { codecOf } from "../../../shared/a2a-0.3/codecs.ts";
import examples from "../../../shared/a2a-0.3/legacy-0.2-examples.json" with { type: "json" };

/** What an example is, by its outside; the answers are all those of sending a message. */
function typeOf(json: object): string {
  if ("method" in json) return "A2ARequest";
  if ("error" in json || "result" in json) return "SendStreamingMessageResponse";
  return "kind" in json ? "Task" : "AgentCard";
}

const oldFile = 'the example has "data" in a file, which its own table calls "bytes"';

interface Verdict {
  readonly reason: string;
  readonly issues: readonly string[];
  /** Those that the lenient mode does not mend. */
  readonly refused?: readonly string[];
}

/** The examples that are not valid in 0.3; all others are. */
const invalid: Readonly<Record<string, Verdict>> = {
  "s001-L288": { reason: "0.2 has no protocolVersion", issues: ["protocolVersion: required [required]"] },
  "s001-L1015": {
    reason: "the message has no role, which its own table demands",
    issues: ["result.role: required [required]"],
  },
  "s001-L1042": {
    reason: `no JSON-RPC envelope; ${oldFile}`,
    issues: [
      "params.message.parts[1].file: set exactly one of bytes, uri; found none [oneof-none]",
      "jsonrpc: required [required]",
      "id: required [required]",
    ],
    refused: [
      "params.message.parts[1].file: set exactly one of bytes, uri; found none [oneof-none]",
      "id: required [required]",
    ],
  },
  "s001-L1072": {
    reason: oldFile,
    issues: ["result.history[0].parts[1].file: set exactly one of bytes, uri; found none [oneof-none]"],
    refused: ["result.history[0].parts[1].file: set exactly one of bytes, uri; found none [oneof-none]"],
  },
  ...Object.fromEntries(
    ["s001-L1108", "s001-L1126", "s001-L1145"].map((id): [string, Verdict] => [
      id,
      {
        reason: 'the part has "type", as before 0.2, and not "kind"',
        issues: [
          'result.artifact.parts[0].kind: required: one of "text", "file", "data"; with text it is "text" [required]',
        ],
      },
    ]),
  ),
  "s001-L1188": {
    reason: "messageId stands beside the message",
    issues: ["params.message.messageId: required [required]"],
  },
  "s001-L1276": {
    reason: "the message of the status has no messageId",
    issues: ["result.status.message.messageId: required [required]"],
  },
  "s001-L1398": {
    reason: "the task has no kind, which tells it from a message",
    issues: [
      'result.kind: required: one of "task", "message", "status-update", "artifact-update"; with id, contextId, status it is "task" [required]',
    ],
  },
};

describe("the examples of 0.2", () => {
  test("are those of which a verdict is known", () => {
    expect(Object.keys(invalid).filter((id) => !examples.some((example) => example.id === id))).toEqual([]);
    expect(examples.length).toBe(22);
  });

  test.each(examples.filter(({ id }) => invalid[id] === undefined))("$id decodes as it is", ({ json }) => {
    const codec = codecOf(typeOf(json));
    const decoded = codec.decode(structuredClone(json));
    // What can only be a message is one, though 0.2 does not say so.
    expect(JSON.parse(JSON.stringify(decoded).replaceAll(',"kind":"message"', ""))).toEqual(
      JSON.parse(JSON.stringify(json).replaceAll(',"kind":"message"', "")),
    );
    expect(codec.parse(codec.stringify(structuredClone(decoded)))).toEqual(decoded);
  });

  test.each(examples.filter(({ id }) => invalid[id] !== undefined))(
    "$id is refused, and mended where that can be done",
    ({ id, json }) => {
      const codec = codecOf(typeOf(json));
      const { issues = [], refused = [] } = invalid[id] ?? {};
      const strict = codec.tryDecode(structuredClone(json));
      expect(strict.ok ? [] : strict.issues.map(formatIssue)).toEqual(issues);
      const lenient = codec.tryDecode(structuredClone(json), { lenient: true });
      expect(lenient.ok ? [] : lenient.issues.map(formatIssue)).toEqual(refused);
      if (lenient.ok) {
        expect(lenient.warnings.map(formatIssue)).toEqual(issues);
        expect(codec.is(lenient.value)).toBe(true);
      }
    },
  );
});
