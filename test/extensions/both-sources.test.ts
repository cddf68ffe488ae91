import { join } from "node:path";
import type { Message, Task } from "@a2agen/a2a-1.0";
import type { CallError } from "@a2agen/runtime/service";
import { beforeAll, describe, expect, test } from "vitest";
import { type AgentInit, type BindingName, startAgent } from "../unit/runtime/extensions/start-agent.ts";
import { type GeneratedErrand, generateErrand, type LoadedErrand } from "./generate-errand.ts";

const folder = join(import.meta.dirname, "../../.tmp/both-sources");
let both: Record<"proto" | "manifest", LoadedErrand>;

beforeAll(async () => {
  both = await generateErrand(folder);
});

test("both are generated without a warning, to the same text but for names of the source", () => {
  const { proto, manifest } = both;
  expect([proto.warnings, manifest.warnings]).toEqual(["", ""]);
  // The header, and imports, which name the type of the enum.
  const body = ({ text }: LoadedErrand) => text.slice(text.indexOf("\nconst "));
  expect(body(proto)).toContain("StateMachine<ErrandState, ErrandMoves>");
  expect(body(proto).replace("<ErrandState, ErrandMoves>", '<Errand["state"], ErrandMoves>')).toBe(
    body(manifest),
  );
});

test("the constants have the same members and terms", () => {
  const termsOf = ({ errand }: LoadedErrand) =>
    JSON.parse(
      JSON.stringify({ ...errand, members: Object.keys(errand.ErrandExtension) }).replaceAll(
        "errand.v1.",
        "",
      ),
    ) as object;
  expect(termsOf(both.proto)).toEqual(termsOf(both.manifest));
});

const uri = "https://example.com/errand/v1";
const header = { "Errand-Agent": "v=1" };

const agrees: AgentInit["handler"] = {
  async sendMessage() {
    return { message: { messageId: "yes", role: "ROLE_AGENT", parts: [{ text: "yes" }] } };
  },
};

function ask(messageId = "m"): Message {
  return { messageId, role: "ROLE_USER", parts: [{ text: "please" }] };
}

describe.each(["proto", "manifest"] as const)("of the %s", (source) => {
  describe.each<BindingName>(["JSONRPC", "HTTP+JSON"])("over %s", (binding) => {
    async function start(handler: (errand: GeneratedErrand) => AgentInit["handler"] = () => agrees) {
      const { errand } = both[source];
      const { ErrandExtension } = errand;
      const declared = [ErrandExtension.declare({ params: { maxStops: 2, longestStreet: 20 } })];
      const extensions = [{ extension: ErrandExtension }];
      const agent = await startAgent({ extensions, declared, handler: handler(errand) ?? {} });
      const { client } = await agent.connect(binding, { extensions: [ErrandExtension] });
      const failWith = (message: Message, headers: Readonly<Record<string, string>> = header) =>
        client.sendMessage({ message }, { headers }).then(
          () => undefined,
          (error: unknown) => error as CallError,
        );
      return { ...errand, agent, client, failWith };
    }

    test("data goes both ways, at its places", async () => {
      const received: unknown[] = [];
      const { ErrandExtension, client } = await start((errand) => ({
        async sendMessage({ message }) {
          const { order, session, remark } = errand.ErrandExtension;
          received.push(message, order.require(message), session.get(message), remark.get(message));
          const task: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
          const done: Message = { messageId: "done", role: "ROLE_AGENT", parts: [{ text: "" }] };
          errand.ErrandExtension.progress.set(done, { state: "ERRAND_STATE_ASKED" });
          errand.ErrandExtension.stamp.set(done, { time: "now" });
          errand.ErrandExtension.receipt.set(task, { time: "noon" });
          const parts = errand.ErrandExtension.notes.toParts([{ text: "left" }, { text: "right" }]);
          return {
            task: {
              ...task,
              status: { ...task.status, message: done },
              artifacts: [{ artifactId: "a", parts }],
            },
          };
        },
      }));
      const message = ask();
      const order = { allStops: [{ street: "Elm" }, { street: "Oak" }] };
      ErrandExtension.order.set(message, order);
      ErrandExtension.session.set(message, { time: "today" });
      ErrandExtension.remark.set(message, { text: "hurry" });
      const { task } = await client.sendMessage({ message }, { headers: header });
      expect(received).toEqual([
        {
          ...ask(),
          parts: [{ text: "please" }, { data: { "errand.order": order } }],
          metadata: { shared: { errand: { time: "today" } }, [`${uri}/text`]: "hurry" },
          extensions: [uri],
        },
        order,
        { time: "today" },
        { text: "hurry" },
      ]);
      const { message: done } = task?.status ?? {};
      expect(task).toMatchObject({
        metadata: { receipt: { time: "noon" } },
        status: {
          message: {
            metadata: {
              "errand.state": "ERRAND_STATE_ASKED",
              "example.com/errand/v1/stamp": { time: "now" },
            },
          },
        },
        artifacts: [
          {
            parts: [
              {
                data: [{ text: "left" }, { text: "right" }],
                metadata: { mimeType: "application/vnd.note+json" },
              },
            ],
          },
        ],
      });
      const { progress, stamp, notes, receipt } = ErrandExtension;
      if (task?.artifacts?.[0] === undefined || done === undefined) throw new Error("expected an artifact");
      expect(progress.get(done)).toEqual({ state: "ERRAND_STATE_ASKED" });
      expect(stamp.get(done)).toEqual({ time: "now" });
      expect(receipt.require(task)).toEqual({ time: "noon" });
      expect(notes.get(task.artifacts[0])).toEqual([{ text: "left" }, { text: "right" }]);
    });

    test("wrong data, more than params allow, and a call without the header are refused", async () => {
      const { failWith } = await start();
      const withOrder = (order: unknown): Message => ({
        ...ask(),
        parts: [{ text: "" }, { data: { "errand.order": order } as NonNullable<Message["metadata"]> }],
        extensions: [uri],
      });
      const wrong = await failWith(withOrder({ allStops: [{ street: 1 }] }));
      expect(wrong).toMatchObject({ status: "INVALID_ARGUMENT" });
      expect(wrong?.message).toContain("allStops[0].street");
      const many = await failWith(
        withOrder({ allStops: [{ street: "a" }, { street: "b" }, { street: "c" }] }),
      );
      expect(many).toMatchObject({ status: "INVALID_ARGUMENT" });
      expect(many?.message).toContain("allStops: expected at most 2 elements, found 3, as maxStops says");
      expect(await failWith(withOrder({ allStops: [{ street: "a" }] }), {})).toMatchObject({
        message: `header Errand-Agent of ${uri}: expected a value that matches v=[0-9]+, found no header`,
      });
    });

    test("its own error arrives with the codes of the binding", async () => {
      const { ErrandExtension, failWith, agent } = await start((errand) => ({
        async sendMessage() {
          throw errand.ErrandExtension.error("ERRAND_REFUSED");
        },
      }));
      const error = await failWith(ask());
      expect(error).toMatchObject({ message: "Nobody runs this errand.", reason: "ERRAND_REFUSED" });
      expect(ErrandExtension.isError(error, "ERRAND_REFUSED")).toBe(true);
      expect(ErrandExtension.isError(error, "ERRAND_LATE")).toBe(false);
      const isRest = binding === "HTTP+JSON";
      const request = { message: ask() };
      const body = isRest ? request : { jsonrpc: "2.0", id: 1, method: "SendMessage", params: request };
      const response = await fetch(`${agent.origin}${isRest ? "/rest/message:send" : "/rpc"}`, {
        method: "POST",
        headers: { ...header, "content-type": "application/json", "A2A-Version": "1.0" },
        body: JSON.stringify(body),
      });
      const { error: raw } = (await response.json()) as { error: { code: number } };
      expect({ http: response.status, code: raw.code }).toEqual(
        isRest ? { http: 409, code: 409 } : { http: 200, code: -32350 },
      );
    });

    test("moves of the other side, and states without what they carry, are refused", async () => {
      const { ErrandExtension, ErrandStates, client, failWith } = await start((errand) => ({
        async sendMessage() {
          const message: Message = { messageId: "asked", role: "ROLE_AGENT", parts: [{ text: "" }] };
          errand.ErrandExtension.progress.set(message, { state: "ERRAND_STATE_ASKED" });
          const status = { state: "TASK_STATE_SUBMITTED", message } as const;
          return { task: { id: "t", contextId: "c", status } };
        },
      }));
      await client.sendMessage({ message: ask() }, { headers: header });
      const tell = (progress: { state: string; endedAt?: string }): Message => {
        const message: Message = { ...ask("next"), taskId: "t" };
        ErrandExtension.progress.set(message, progress);
        return message;
      };
      expect(await failWith(tell({ state: "ERRAND_STATE_RUN" }))).toMatchObject({
        status: "FAILED_PRECONDITION",
        message: `the state ERRAND_STATE_RUN of ${uri} after ERRAND_STATE_ASKED, after which the client moves to ERRAND_STATE_DROPPED`,
      });
      const bare = await failWith(tell({ state: "ERRAND_STATE_DONE" }));
      expect(bare?.message).toContain("ERRAND_STATE_DONE needs the field endedAt");
      expect(ErrandStates.client.move("ERRAND_STATE_ASKED", "ERRAND_STATE_DROPPED")).toBe(
        "ERRAND_STATE_DROPPED",
      );
      expect(() => ErrandStates.client.move("ERRAND_STATE_ASKED", "ERRAND_STATE_RUN")).toThrow(
        "the client moves to ERRAND_STATE_DROPPED",
      );
      expect(await failWith(tell({ state: "ERRAND_STATE_DROPPED" }))).toBeUndefined();
    });
  });
});
