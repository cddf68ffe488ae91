import { A2ui08Extension, A2uiExtension } from "@a2agen/ext-a2ui";
import { TaskProgressExtension } from "@a2agen/ext-task-progress";
import { UcpExtension } from "@a2agen/ext-ucp";
import { X402Extension } from "@a2agen/ext-x402";
import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
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
import type { CallTest, Effect } from "./fault.ts";

/** Something that an agent does wrong with its extensions, and the only requirement that finds it. */
export interface ExtensionFault {
  readonly name: string;
  readonly by: RequirementId;
  readonly effect: Effect;
}

type Row = readonly [name: string, by: RequirementId, effect: Effect];
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

const rows: readonly Row[] = [
  ["params without a member", "extensions.params", params(UcpExtension.uri, {})],
  ["params of another type", "extensions.params", params(a2ui, { supportedCatalogIds: "all" })],
  [
    "declares and ignores",
    "extensions.served",
    answer(activating(progress), header("a2a-extensions", undefined)),
  ],
  [
    "activates another one",
    "extensions.served",
    answer(activating(a2ui), header("a2a-extensions", A2ui08Extension.uri)),
  ],
  ["data that nobody asked for", "extensions.unasked", said("", metadata(progress, { trackers: [] }))],
  [
    "a payment that nobody asked for",
    "extensions.unasked",
    said("", metadata("x402.payment.status", "payment-required")),
  ],
  [
    "data with a member of another type",
    "extensions.data",
    said(progress, metadata(progress, { trackers: "all" })),
  ],
  [
    "data with an unknown member",
    "extensions.data",
    said(progress, metadata(progress, { trackers: [], more: 1 })),
  ],
  [
    "a state that is none",
    "extensions.data",
    said(x402, metadata("x402.payment.status", "paid"), "required"),
  ],
  [
    "no receipts",
    "extensions.data",
    streamed("payment-completed", metadata("x402.payment.receipts", undefined, update)),
  ],
  [
    "more than the params allow",
    "extensions.data",
    said(progress, metadata(progress, { trackers: ["a", "b", "c"].map((id) => ({ id })) })),
  ],
  [
    "a surface of another version",
    "extensions.data",
    said(
      a2ui,
      part({ data: [{ beginRendering: { surfaceId: "s", root: "r" } }], mediaType: "application/a2ui+json" }),
    ),
  ],
  [
    "data on an artifact",
    "extensions.place",
    said(progress, (body) =>
      put(body, "result.task.artifacts", [
        { artifactId: "a", parts: [{ text: "Tea" }], metadata: { [progress]: { trackers: [] } } },
      ]),
    ),
  ],
  [
    "a payment on the task",
    "extensions.place",
    said(x402, metadata("x402.payment.status", "payment-required", "result.task"), "required"),
  ],
  [
    "capabilities of the client",
    "extensions.side",
    said(a2ui, metadata("a2uiRendererCapabilities", { "v1.0": { supportedCatalogIds: [] } })),
  ],
  [
    "signals of the client, in a part",
    "extensions.side",
    said(UcpExtension.uri, part({ data: { "a2a.ucp.checkout.signals": {} } })),
  ],
  [
    "asks for a payment and ends",
    "extensions.task-state",
    said(x402, (body) => put(body, "result.task.status.state", "TASK_STATE_COMPLETED"), "payment-required"),
  ],
  [
    "has a payment that nobody made",
    "extensions.moves",
    said(x402, metadata("x402.payment.status", "payment-verified"), "payment-required"),
  ],
  [
    "rejects for its client",
    "extensions.moves",
    streamed("payment-verified", metadata("x402.payment.status", "payment-rejected", update)),
  ],
  ["takes moves of its own", "extensions.client-moves", answer(saying('"payment-verified"'), completed)],
  ["takes wrong data", "extensions.refused", answer(saying('"x402.payment.status":[1]'), completed)],
  [
    "fails at wrong data",
    "extensions.survives",
    answer(saying('"a2uiRendererCapabilities":'), rpcError(-32603)),
  ],
  [
    "needs no header",
    "extensions.headers",
    reading("ucp-agent", (value) => value ?? 'profile="https://example.com"'),
  ],
];

export const extensionFaults: readonly ExtensionFault[] = rows.map(([name, by, effect]) => ({
  name,
  by,
  effect,
}));
