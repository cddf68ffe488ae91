import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { mediaTypeOfMode } from "@a2agen/runtime/internal";
import { a2a03ToA2a10Types, a2a03ToDraftTypes } from "@a2agen/translate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadPlan } from "../../../../../packages/cli/src/migrate/typescript/load-plan.ts";
import { migrateTypeScript } from "../../../../../packages/cli/src/migrate/typescript/migrate-typescript.ts";
import { runs, thorough } from "../../../../shared/runs.ts";
import { literalValues } from "./literal-values.ts";

interface AnyTranslator {
  upgrade(value: unknown): { readonly value: unknown };
}

/** Types, as they are written in the code, with the names of their translators. */
const types: readonly { readonly type: string; readonly of: string; readonly key: string }[] = [
  ...["Task", "Message", "TaskStatusUpdateEvent", "TaskArtifactUpdateEvent", "Part", "Artifact"].map(
    (name) => ({
      type: name,
      of: name,
      key: name,
    }),
  ),
  { type: "MessageSendParams", of: "MessageSendParams", key: "SendMessageRequest" },
  { type: "TaskPushNotificationConfig", of: "TaskPushNotificationConfig", key: "TaskPushNotificationConfig" },
  { type: "SecurityScheme", of: "SecurityScheme", key: "SecurityScheme" },
  { type: "AgentSkill", of: "AgentSkill", key: "AgentSkill" },
  { type: "AgentCard", of: "AgentCard", key: "AgentCard" },
  ...["Task", "Message", "TaskStatusUpdateEvent", "TaskArtifactUpdateEvent"].map((name) => ({
    type: "Task | Message | TaskStatusUpdateEvent | TaskArtifactUpdateEvent",
    of: name,
    key: "StreamResponse",
  })),
];

const targets = [
  { to: "a2a-1.0", translators: a2a03ToA2a10Types },
  ...(thorough ? [{ to: "a2a-1.0-draft", translators: a2a03ToDraftTypes }] : []),
] as const;

interface Literal {
  readonly type: string;
  readonly key: string;
  readonly value: unknown;
  readonly isWide: boolean;
}

const literal: fc.Arbitrary<Literal> = fc.constantFrom(...types).chain(({ type, of, key }) =>
  fc.record({
    type: fc.constant(type),
    key: fc.constant(key),
    value: literalValues(of),
    isWide: fc.boolean(),
  }),
);

/** A value as people write it: keys without quotes where that is possible. */
function print({ value, isWide }: Literal): string {
  return JSON.stringify(value, null, isWide ? 2 : 0).replace(/(?<=[{,]\s*)"(\w+)":/g, "$1:");
}

const imported =
  "AgentCard, AgentSkill, Artifact, Message, MessageSendParams, Part, SecurityScheme, Task, TaskArtifactUpdateEvent, TaskPushNotificationConfig, TaskStatusUpdateEvent";

function toMediaType(mode: unknown): unknown {
  return typeof mode === "string" ? (mediaTypeOfMode(mode) ?? mode) : mode;
}

/**
 * Without what code says otherwise on purpose: the version of a card, which is that of the agent that the
 * code is now; media types for kinds of parts; what is the default anyway; and the list of a card of the
 * draft that repeats its address.
 */
function comparable(value: unknown): unknown {
  const isLeft = (key: string, inner: unknown, holder: object): boolean =>
    key === "protocolVersion" ||
    (["returnImmediately", "blocking"].includes(key) && inner === false) ||
    (key === "preferredTransport" && inner === "JSONRPC") ||
    (key === "supportedInterfaces" && Object.hasOwn(holder, "url"));
  return JSON.parse(
    JSON.stringify(value, function (this: object, key, inner: unknown) {
      if (/(?:In|Out|in|out)putModes$/.test(key) && Array.isArray(inner)) return inner.map(toMediaType);
      return isLeft(key, inner, this) ? undefined : inner;
    }),
  );
}

describe.each(targets)("literals in code that moves to $to", ({ to, translators }) => {
  it("become what the translators make of their values", { tags: "thorough" }, async () => {
    const plan = await loadPlan(to);
    const property = fc.asyncProperty(
      fc.array(literal, { minLength: 60, maxLength: 60 }),
      async (literals) => {
        const lines = literals.map((one, index) => `const v${index}: ${one.type} = ${print(one)};\n`);
        const text = `import type { ${imported} } from "@a2a-js/sdk";\n${lines.join("")}`;
        const [file] = await migrateTypeScript([{ path: join(tmpdir(), "literals.ts"), text }], {
          plan,
          tsconfig: join(import.meta.dirname, "server.tsconfig.json"),
        });
        const code = (file?.text ?? "")
          .replace(/^import .*$/gm, "")
          .replace(/^const (v\d+): [^={]* = /gm, "$1 = ");
        const context: Record<string, unknown> = {};
        runInNewContext(code, context);
        for (const [index, { key, value, type }] of literals.entries()) {
          const translator = (translators as unknown as Record<string, AnyTranslator>)[key];
          const wanted = translator?.upgrade(value).value;
          expect({ type, value, got: comparable(context[`v${index}`]) }).toEqual({
            type,
            value,
            got: comparable(wanted),
          });
        }
      },
    );
    await fc.assert(property, { numRuns: runs(1), endOnFailure: true });
  });
});
