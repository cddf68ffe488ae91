import { A2ui08Extension, A2uiExtension } from "@a2agen/ext-a2ui";
import { TaskProgressExtension } from "@a2agen/ext-task-progress";
import { UcpExtension } from "@a2agen/ext-ucp";
import { X402Extension } from "@a2agen/ext-x402";
import {
  answer,
  answered,
  at,
  calls,
  events,
  header,
  json,
  put,
  reading,
  result,
  rpcError,
} from "./effects.ts";
import type { CallTest, Effect, Fault } from "./fault.ts";
import { type Faults, listFaults } from "./rows.ts";

/** Something that an agent does wrong with its extensions, and the only requirement that finds it. */
export type ExtensionFault = Pick<Fault, "name" | "by" | "effect">;

type Change = (body: unknown) => unknown;

/** Messages that are sent while an extension is active; "" for none. */
const sent = (uri: string): CallTest =>
  calls("SendMessage", (_, call) => (call.header("a2a-extensions") ?? "") === uri);

/** What the agent says to them, in a state of the payment if there is one. */
const said = (uri: string, change: Change, state = ""): Effect =>
  answer(
    (call, body) => answered(sent(uri))(call, body) && body.includes(state) && body.includes('"message":'),
    json(change),
  );

const message = "result.task.status.message";

/** The metadata of what is at a path gets a member, or loses one. */
const metadata =
  (key: string, value: unknown, path = message): Change =>
  (body) =>
    put(body, `${path}.metadata`, {
      ...(at(body, `${path}.metadata`) as object),
      [key]: value,
    });

const update = "result.statusUpdate.status.message";

/** What streams say of a payment in a state. */
const streamed = (state: string, change: Change): Effect =>
  events(calls("SendStreamingMessage"), (event) => [
    at(event, update) !== undefined && JSON.stringify(event).includes(state) ? change(event) : event,
  ]);

const part =
  (own: object): Change =>
  (body) =>
    put(body, `${message}.parts`, [own]);

/** The card has other params of an extension. */
const params = (uri: string, value: unknown): Effect =>
  answer(
    ({ target }, body) => target.endsWith("/agent-card.json") && body !== "",
    json((body) => {
      const list = at(body, "capabilities.extensions") as readonly { readonly uri: string }[];
      return put(body, `capabilities.extensions.${list.findIndex((one) => one.uri === uri)}.params`, value);
    }),
  );

const activating =
  (uri: string): CallTest =>
  (call) =>
    call.header("a2a-extensions") === uri;
const saying = (words: string): CallTest => calls("SendMessage", (_, { text }) => text.includes(words));
const { uri: progress } = TaskProgressExtension;
const { uri: x402 } = X402Extension;
const { uri: a2ui } = A2uiExtension;
const completed = result({ task: { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } } });

const rows: Faults = {
  "extensions.params": {
    "params without a member": params(UcpExtension.uri, {}),
    "params of another type": params(a2ui, { supportedCatalogIds: "all" }),
  },
  "extensions.served": {
    "declares and ignores": answer(activating(progress), header("a2a-extensions", undefined)),
    "activates another one": answer(activating(a2ui), header("a2a-extensions", A2ui08Extension.uri)),
  },
  "extensions.unasked": {
    "data that nobody asked for": said("", metadata(progress, { trackers: [] })),
    "a payment that nobody asked for": said("", metadata("x402.payment.status", "payment-required")),
  },
  "extensions.data": {
    "data with a member of another type": said(progress, metadata(progress, { trackers: "all" })),
    "data with an unknown member": said(progress, metadata(progress, { trackers: [], more: 1 })),
    "a state that is none": said(x402, metadata("x402.payment.status", "paid"), "required"),
    "no receipts": streamed("payment-completed", metadata("x402.payment.receipts", undefined, update)),
    "more than the params allow": said(
      progress,
      metadata(progress, { trackers: ["a", "b", "c"].map((id) => ({ id })) }),
    ),
    "a surface of another version": said(
      a2ui,
      part({ data: [{ beginRendering: { surfaceId: "s", root: "r" } }], mediaType: "application/a2ui+json" }),
    ),
  },
  "extensions.place": {
    "data on an artifact": said(progress, (body) =>
      put(body, "result.task.artifacts", [
        { artifactId: "a", parts: [{ text: "Tea" }], metadata: { [progress]: { trackers: [] } } },
      ]),
    ),
    "a payment on the task": said(
      x402,
      metadata("x402.payment.status", "payment-required", "result.task"),
      "required",
    ),
  },
  "extensions.side": {
    "capabilities of the client": said(
      a2ui,
      metadata("a2uiRendererCapabilities", { "v1.0": { supportedCatalogIds: [] } }),
    ),
    "signals of the client, in a part": said(
      UcpExtension.uri,
      part({ data: { "a2a.ucp.checkout.signals": {} } }),
    ),
  },
  "extensions.task-state": {
    "asks for a payment and ends": said(
      x402,
      (body) => put(body, "result.task.status.state", "TASK_STATE_COMPLETED"),
      "payment-required",
    ),
  },
  "extensions.moves": {
    "has a payment that nobody made": said(
      x402,
      metadata("x402.payment.status", "payment-verified"),
      "payment-required",
    ),
    "rejects for its client": streamed(
      "payment-verified",
      metadata("x402.payment.status", "payment-rejected", update),
    ),
  },
  "extensions.client-moves": { "takes moves of its own": answer(saying('"payment-verified"'), completed) },
  "extensions.refused": { "takes wrong data": answer(saying('"x402.payment.status":[1]'), completed) },
  "extensions.survives": {
    "fails at wrong data": answer(saying('"a2uiRendererCapabilities":'), rpcError(-32603)),
  },
  "extensions.headers": {
    "needs no header": reading("ucp-agent", (value) => value ?? 'profile="https://example.com"'),
  },
};

export const extensionFaults: readonly ExtensionFault[] = listFaults(rows);
