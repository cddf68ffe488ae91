import { A2AService, type Message } from "@a2agen/a2a-1.0";
import {
  ApprovalExtension,
  CitationExtension,
  ErrorExtension,
  FormRequestExtension,
  LlmExtension,
  TrajectoryExtension,
} from "@a2agen/ext-kagenti";
import {
  completed,
  createAgent,
  type ExecuteWith,
  failed,
  inputRequired,
  working,
} from "@a2agen/runtime/agent";
import { bindExtensions } from "@a2agen/runtime/extensions";
import { expect, onTestFinished, test } from "vitest";
import {
  bindingNames,
  cardWith,
  type StartedAgent,
  startAgent,
} from "../../unit/runtime/extensions/start-agent.ts";

const extensions = {
  llm: LlmExtension,
  form: FormRequestExtension,
  approval: ApprovalExtension,
  trajectory: TrajectoryExtension,
  citation: CitationExtension,
  error: ErrorExtension,
};

/** Asks where to go, asks whether to book it, and says what it has done with which model. */
const travel: ExecuteWith<typeof extensions> = async function* ({ extensions: on }) {
  const { llm, form, approval, trajectory, citation, error } = on;
  if (form.response === undefined && approval.decision === undefined) {
    const fields = [{ type: "text" as const, id: "to", label: "Where to?" }];
    yield form.addTo(inputRequired("Where to?"), { form: { title: "Journey", fields } });
    return;
  }
  if (approval.decision === undefined) {
    const to = form.response?.values?.["to"];
    const title = `Book to ${to?.type === "text" ? (to.value ?? "nowhere") : "nowhere"}`;
    yield approval.addTo(inputRequired("Shall I?"), { request: { action: "generic", title } });
    return;
  }
  if (approval.decision.decision === "reject") {
    yield error.addTo(failed("Not booked"), { report: { error: { title: "Refused", message: "by you" } } });
    return;
  }
  const { api_model: model } = llm.fulfillments?.llm_fulfillments?.["default"] ?? {};
  yield trajectory.addTo(working("Booking"), {
    steps: [{ title: "Book", content: `with ${model ?? "no model"}` }],
  });
  yield citation.addTo(completed("Booked"), { citations: [{ url: "https://trains.example/1" }] });
};

async function startTraveller(): Promise<StartedAgent> {
  const declared = [
    LlmExtension.declare({ params: { llm_demands: { default: {} } } }),
    ...[FormRequestExtension, ApprovalExtension, TrajectoryExtension, CitationExtension].map((one) =>
      one.declare(),
    ),
    ErrorExtension.declare({ params: { include_stacktrace: false } }),
  ];
  const card = cardWith(declared, "http://localhost", "JSONRPC");
  const agent = createAgent({ service: A2AService, card, extensions, execute: travel });
  onTestFinished(() => agent.close(0));
  return startAgent({ handler: agent, declared, options: { extensions, checkAnswers: true } });
}

function say(text: string, taskId?: string): Message {
  return {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER",
    parts: [{ text }],
    ...(taskId !== undefined && { taskId }),
  };
}

test.each(bindingNames)("a form, an approval, a model, steps and sources over %s", async (binding) => {
  const traveller = await startTraveller();
  const connection = await traveller.connect(binding, { extensions, checkExtensions: true });
  const { client } = connection;
  const { llm, form, approval, trajectory, citation } = bindExtensions(connection, extensions);

  const { task } = await client.sendMessage({ message: say("A journey") });
  if (task === undefined) throw new Error("expected a task");
  expect(form.in(task).form).toEqual({
    title: "Journey",
    fields: [{ type: "text", id: "to", label: "Where to?" }],
  });

  const answered = await client.sendMessage(
    form.addTo(
      { message: say("There", task.id) },
      { response: { values: { to: { type: "text", value: "Ulm" } } } },
    ),
  );
  expect(approval.in(answered).request).toEqual({ action: "generic", title: "Book to Ulm" });

  const models = {
    default: { api_base: "https://llm.example/v1", api_key: "not-a-key", api_model: "small" },
  };
  const request = llm.addTo(
    approval.addTo({ message: say("Yes", task.id) }, { decision: { decision: "approve" } }),
    { fulfillments: { llm_fulfillments: models } },
  );
  const told: unknown[] = [];
  for await (const event of client.sendStreamingMessage(request)) {
    const { steps } = trajectory.in(event);
    const { citations } = citation.in(event);
    if (steps !== undefined) told.push(steps);
    if (citations !== undefined) told.push(citations);
  }
  expect(told).toEqual([[{ title: "Book", content: "with small" }], [{ url: "https://trains.example/1" }]]);
  expect(traveller.hidden).toEqual([]);
});

test.each(bindingNames)(
  "a refusal is told as an error over %s, and a wrong decision is none",
  async (binding) => {
    const traveller = await startTraveller();
    const connection = await traveller.connect(binding, { extensions });
    const { client } = connection;
    const { approval, error, form } = bindExtensions(connection, extensions);
    const { task } = await client.sendMessage({ message: say("A journey") });
    if (task === undefined) throw new Error("expected a task");
    const values = { to: { type: "text" as const, value: "Ulm" } };
    await client.sendMessage(form.addTo({ message: say("There", task.id) }, { response: { values } }));

    const wrong = say("Maybe", task.id);
    wrong.metadata = { [ApprovalExtension.uri]: { decision: "maybe" } };
    // Kagenti's data counts as absent when it is wrong: the agent asks for the form again.
    const again = await client.sendMessage({ message: wrong });
    expect(form.in(again).form).toMatchObject({ title: "Journey" });
    expect(again.task?.status.state).toBe("TASK_STATE_INPUT_REQUIRED");

    const refused = await client.sendMessage(
      approval.addTo({ message: say("No", task.id) }, { decision: { decision: "reject" } }),
    );
    expect(refused.task?.status.state).toBe("TASK_STATE_FAILED");
    expect(error.in(refused).report).toEqual({ error: { title: "Refused", message: "by you" } });
  },
);
