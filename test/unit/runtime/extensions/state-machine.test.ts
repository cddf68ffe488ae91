import type { Message, StreamResponse, Task } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import {
  ParcelExtension,
  ParcelStates,
} from "../../../expected/extension/extensions/parcel/v1/parcel_extension.ts";
import type { ParcelState } from "../../../expected/extension/extensions/parcel/v1/parcel_types.ts";
import { answer, say, startAgent } from "./start-agent.ts";

const { uri } = ParcelExtension;

const tell = (state: string) => ({ [uri]: { state: `PARCEL_STATE_${state}` } });
const task = (state?: string): StreamResponse => {
  const working: Task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
  return { task: state === undefined ? working : { ...working, metadata: tell(state) } };
};
const update = (state: string): StreamResponse => ({
  statusUpdate: {
    taskId: "t",
    contextId: "c",
    status: { state: "TASK_STATE_WORKING" },
    metadata: tell(state),
  },
});
const said = (state: string): StreamResponse => {
  const message: Message = {
    messageId: state,
    role: "ROLE_AGENT",
    parts: [{ text: "" }],
    metadata: tell(state),
  };
  return { statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING", message } } };
};
const plain: StreamResponse = {
  statusUpdate: { taskId: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } },
};

describe("the generated states", () => {
  test.each<[ParcelState, ParcelState, boolean, boolean]>([
    ["PARCEL_STATE_PACKED", "PARCEL_STATE_SENT", true, true],
    ["PARCEL_STATE_PACKED", "PARCEL_STATE_PACKED", true, true],
    ["PARCEL_STATE_PACKED", "PARCEL_STATE_DELIVERED", false, true],
    ["PARCEL_STATE_SENT", "PARCEL_STATE_PACKED", false, false],
    ["PARCEL_STATE_LOST", "PARCEL_STATE_PACKED", false, false],
  ])("%s to %s: in one move %s, in some %s", (from, to, moves, reaches) => {
    expect([ParcelStates.canMove(from, to), ParcelStates.canReach(from, to)]).toEqual([moves, reaches]);
  });

  test("know the final ones", () => {
    const states = Object.keys(ParcelStates.moves) as ParcelState[];
    expect(states.filter((state) => ParcelStates.isFinal(state))).toEqual([
      "PARCEL_STATE_DELIVERED",
      "PARCEL_STATE_LOST",
    ]);
  });
});

interface Case {
  readonly name: string;
  readonly events: readonly StreamResponse[];
  /** How many events arrive, and what the author is told. */
  readonly arrive?: number;
  readonly told?: string;
}

const followed = "which may be followed by";
const cases: readonly Case[] = [
  { name: "moves of the machine", events: [task(), update("PACKED"), said("SENT"), update("DELIVERED")] },
  { name: "a state that stays", events: [task(), update("PACKED"), plain, update("PACKED")] },
  { name: "a later state than that of the task at first", events: [task("PACKED"), update("DELIVERED")] },
  {
    name: "a move that leaves a state out",
    events: [task(), update("PACKED"), said("DELIVERED")],
    arrive: 2,
    told: `yielded the state PARCEL_STATE_DELIVERED of ${uri} after PARCEL_STATE_PACKED, ${followed} PARCEL_STATE_SENT or PARCEL_STATE_LOST`,
  },
  {
    name: "a move out of a final state, others in between",
    events: [task(), update("LOST"), plain, update("SENT")],
    arrive: 3,
    told: `yielded the state PARCEL_STATE_SENT of ${uri} after PARCEL_STATE_LOST, ${followed} no other, for it is final`,
  },
  {
    name: "an earlier state than that of the task at first",
    events: [task("SENT"), update("PACKED")],
    arrive: 1,
    told: "after PARCEL_STATE_SENT",
  },
  {
    name: "a state of a task that no other has told, in the middle of the machine",
    events: [task(), update("DELIVERED")],
  },
  {
    name: "a state that is none",
    events: [task(), update("EATEN")],
    arrive: 1,
    told: `yielded wrong data of ${uri}`,
  },
];

describe("a stream with", () => {
  const run = async (events: readonly StreamResponse[], { active = true, validate = true } = {}) => {
    const agent = await startAgent({
      handler: {
        sendMessage: async () => ({ message: answer({}) }),
        async *sendStreamingMessage() {
          yield* events;
        },
      },
      extensions: [{ extension: ParcelExtension, validate }],
      codecs: [],
    });
    const { client } = await agent.connect("JSONRPC");
    let arrived = 0;
    let status: unknown;
    try {
      const options = active ? { extensions: [uri] } : {};
      for await (const event of client.sendStreamingMessage(say(""), options))
        arrived += Number(event !== undefined);
    } catch (error) {
      status = (error as { status?: unknown }).status;
    }
    return { arrived, status, told: agent.hidden.map(String).join("\n") };
  };

  test.each(cases)("$name", async ({ events, arrive = events.length, told }) => {
    const found = await run(events);
    expect(found).toMatchObject({ arrived: arrive, status: told === undefined ? undefined : "INTERNAL" });
    if (told === undefined) expect(found.told).toBe("");
    else expect(found.told).toContain(told);
  });

  test("wrong moves passes when the extension is not active, or its author checks differently", async () => {
    const events = [task(), update("PACKED"), update("DELIVERED")];
    expect(await run(events, { active: false })).toMatchObject({ arrived: 3, status: undefined });
    expect(await run(events, { validate: false })).toMatchObject({ arrived: 3, status: undefined });
  });
});

describe("the states of two calls", () => {
  type Answers = Readonly<Record<string, StreamResponse | readonly StreamResponse[]>>;

  /** Serves an agent that answers each text as the table says. */
  async function start(answers: Answers, extension: typeof ParcelExtension = ParcelExtension) {
    const agent = await startAgent({
      handler: {
        async sendMessage({ message }) {
          const found = answers[message.parts[0]?.text ?? ""] as StreamResponse;
          return found.task === undefined ? { message: answer({}) } : { task: found.task };
        },
        async *sendStreamingMessage({ message }) {
          yield* answers[message.parts[0]?.text ?? ""] as readonly StreamResponse[];
        },
        async getTask({ id }) {
          return (answers[id] as { task: Task }).task;
        },
      },
      extensions: [{ extension }],
      codecs: [],
    });
    const { client } = await agent.connect("JSONRPC", { extensions: [ParcelExtension] });
    return { client, told: () => agent.hidden.map(String).join("\n") };
  }

  const failed = { status: "INTERNAL" };

  test("of unary answers: none that neither follows nor comes before", async () => {
    const { client, told } = await start({ sent: task("SENT"), lost: task("LOST"), done: task("DELIVERED") });
    await client.sendMessage(say("sent"));
    await client.sendMessage(say("done"));
    // A task as it was before may be late.
    await client.getTask({ id: "sent" });
    await expect(client.sendMessage(say("lost"))).rejects.toMatchObject(failed);
    await expect(client.getTask({ id: "lost" })).rejects.toMatchObject(failed);
    expect(told()).toContain(
      `the handler of SendMessage returned the state PARCEL_STATE_LOST of ${uri} after PARCEL_STATE_DELIVERED in another call, ${followed} no other, for it is final`,
    );
  });

  test("of streams: an event goes on from what was told before its call", async () => {
    const { client, told } = await start({
      sent: task("SENT"),
      back: [task(), update("PACKED")],
      on: [task(), update("DELIVERED")],
    });
    await client.sendMessage(say("sent"));
    const read = async (text: string): Promise<number> => {
      let count = 0;
      for await (const event of client.sendStreamingMessage(say(text))) count += Number(event !== undefined);
      return count;
    };
    await expect(read("back")).rejects.toMatchObject(failed);
    expect(told()).toContain(
      `yielded the state PARCEL_STATE_PACKED of ${uri} after PARCEL_STATE_SENT in another call`,
    );
    expect(await read("on")).toBe(2);
  });

  test("of two tasks have nothing to do with each other", async () => {
    const other = { task: { ...task("PACKED").task, id: "t-2" } as Task };
    const { client } = await start({ lost: task("LOST"), other });
    await client.sendMessage(say("lost"));
    expect((await client.sendMessage(say("other"))).task?.id).toBe("t-2");
  });

  test("a task begins with an initial state, or one that follows", async () => {
    const initial = ["PARCEL_STATE_SENT"] as const;
    const states = { ...ParcelStates, initial };
    const { client, told } = await start(
      { packed: task("PACKED"), done: { task: { ...task("DELIVERED").task, id: "t-2" } as Task } },
      { ...ParcelExtension, states },
    );
    await client.sendMessage(say("done"));
    await expect(client.sendMessage(say("packed"))).rejects.toMatchObject(failed);
    expect(told()).toContain(
      `returned the state PARCEL_STATE_PACKED of ${uri}, which no task comes to that begins with PARCEL_STATE_SENT`,
    );
  });
});
