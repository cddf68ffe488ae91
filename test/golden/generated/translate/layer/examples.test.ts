import {
  pickInterface,
  readCard,
  readMessage,
  readRequest,
  writeAnswer,
  writeCard,
  writeRequest,
} from "@a2agen/translate/layer";
import { expect, test } from "vitest";
import examples from "../../../../shared/a2a-0.3/legacy-0.2-examples.json" with { type: "json" };
import { messages } from "../../../../shared/vectors/a2a-1.0-messages.ts";

/** Examples that are no values of 0.3, and where; the reasons are in `../examples.test.ts`. */
const refused: Readonly<Record<string, readonly string[]>> = {
  "s001-L288": ["protocolVersion"],
  "s001-L1015": ["role"],
  "s001-L1042": ["jsonrpc"],
  "s001-L1072": ["history[0].parts[1].file"],
  "s001-L1108": ["artifact.parts[0].kind"],
  "s001-L1126": ["artifact.parts[0].kind"],
  "s001-L1145": ["artifact.parts[0].kind"],
  "s001-L1188": ["message.messageId"],
  "s001-L1276": ["status.message.messageId"],
  "s001-L1398": ["kind"],
  // The example cuts the image off with three points.
  "s001-L1442": ["message.parts[1].file.bytes"],
};

test.each(examples)("the example $id of 0.2 is read, and written again", ({ id, json }) => {
  const given: unknown = structuredClone(json);
  if ("params" in json) {
    const read = readRequest(given);
    if (!read.ok) {
      const paths = read.error.issues?.map(({ path }) => path) ?? [
        read.error.message?.match(/(\w+): expected/)?.[1],
      ];
      expect([read.version, paths]).toEqual(["0.3", refused[id]]);
      return;
    }
    expect(refused[id]).toBeUndefined();
    expect(read).toMatchObject({ version: "0.3", id: json.id, method: "SendMessage" });
    const { method, json: params } = writeRequest(
      { version: "0.3", method: "SendMessage" },
      read.value as never,
    );
    expect(readRequest({ jsonrpc: "2.0", id: json.id, method, params })).toEqual(read);
    return;
  }
  const isCard = "skills" in json;
  const read = isCard
    ? readCard(given)
    : readMessage("result" in json ? structuredClone(json.result) : given);
  if (!read.ok) {
    expect([read.version, read.issues.map(({ path }) => path)]).toEqual(["0.3", refused[id]]);
    return;
  }
  expect([read.version, read.losses, refused[id]]).toEqual(["0.3", [], undefined]);
  const call = { version: "0.3", method: "SendStreamingMessage" } as const;
  const written = isCard ? writeCard("0.3", read.value as never) : writeAnswer(call, read.value as never);
  expect(written.losses).toEqual([]);
  const again = isCard ? readCard(written.json) : readMessage(written.json);
  expect(again).toEqual(read);
});

const events = messages.StreamResponse.map((event, index) => ({ event, index }));

test.each(events)("event $index of 1.0 goes to 0.3 and back", ({ event }) => {
  const call = { version: "0.3", method: "SendStreamingMessage" } as const;
  const { json } = writeAnswer(call, event);
  const back = readMessage(json);
  expect(back).toMatchObject({ ok: true, version: "0.3" });
  // What was lost once is lost for good, so that a second way changes nothing.
  if (back.ok) expect(writeAnswer(call, back.value).json).toEqual(json);
  expect(readMessage(structuredClone(event))).toMatchObject({ ok: true, version: "1.0", losses: [] });
});

test.each(messages.SendMessageRequest.map((request, index) => ({ request, index })))(
  "request $index of 1.0 goes to 0.3 and back",
  ({ request }) => {
    const { method, json } = writeRequest({ version: "0.3", method: "SendMessage" }, request);
    const back = readRequest({ jsonrpc: "2.0", id: null, method, params: structuredClone(json) });
    expect(back).toMatchObject({ ok: true, version: "0.3", id: null, method: "SendMessage" });
    if (back.ok) {
      expect(writeRequest({ version: "0.3", method: "SendMessage" }, back.value as never)).toMatchObject({
        json,
        losses: [],
      });
    }
  },
);

test("a value of neither version is told as the one that it is nearer to", () => {
  const task = { id: 5, contextId: "c", status: { state: "working" } };
  expect(readMessage({ kind: "task", ...task })).toMatchObject({
    version: "0.3",
    issues: [{ path: "id", code: "type", message: "expected a string, got 5" }],
  });
  const { issues } = readMessage({ task: { ...task, id: "t" } }) as { readonly issues: readonly object[] };
  expect(issues).toMatchObject([{ path: "task.status.state", code: "enum" }]);
  expect(readMessage({ hello: 1 })).toMatchObject({
    ok: false,
    issues: [{ path: "kind", code: "required" }],
  });
});

test("an interface is picked by version, then in the order of the card, among the bindings that are spoken", () => {
  const [, card] = messages.AgentCard;
  if (card === undefined) throw new Error("there is no such card");
  const at = (url: string, protocolVersion: string, protocolBinding = "JSONRPC") => ({
    url,
    protocolVersion,
    protocolBinding,
  });
  const rpc02 = at("https://a.example/old", "0.2.5");
  const rest = at("https://a.example/rest", "1.0", "HTTP+JSON");
  const rpc = at("https://a.example/rpc", "1.0.1");
  const all = { ...card, supportedInterfaces: [at("https://a.example/next", "7.0"), rpc02, rest, rpc] };
  expect(pickInterface(all)).toEqual({ interface: rest, version: "1.0" });
  expect(pickInterface(all, { bindings: ["JSONRPC"] })).toEqual({ interface: rpc, version: "1.0" });
  expect(pickInterface(all, { versions: ["0.3", "1.0"] })).toEqual({ interface: rpc02, version: "0.3" });
  expect(pickInterface(all, { versions: ["0.3"], bindings: ["GRPC"] })).toBeUndefined();
  const foreign = readCard(structuredClone(writeCard("0.3", { ...all, supportedInterfaces: [rpc02] }).json));
  expect(foreign.ok && pickInterface(foreign.value)).toMatchObject({
    version: "0.3",
    interface: { url: rpc02.url },
  });
});
