import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type MockSource, mockAgent } from "@a2agen/testing";
import { expect, onTestFinished, test } from "vitest";
import { clientFolder } from "../../../shared/client/start-packer.ts";
import { freePorts } from "../../../shared/process/project.ts";
import { runA2agen } from "../../../shared/run-a2agen.ts";
import { startNextAgent } from "../../../shared/versions/start-next-agent.ts";

const scenario = {
  card: {
    name: "Travel agent",
    skills: [{ id: "train", name: "Train", description: "Books.", tags: ["t"] }],
  },
  rules: [
    {
      match: { text: "train" },
      answer: [{ question: "Which one?" }],
      next: [[{ artifact: { name: "ticket", parts: [{ text: "seat 7" }] } }]],
    },
  ],
} satisfies MockSource;

interface Card {
  supportedInterfaces: { url: string; protocolBinding: string; protocolVersion?: string }[];
}

interface Answer {
  readonly kind: string;
  readonly text?: string;
  reply(text: string): Promise<Answer>;
}

interface Client {
  connectTravel(card: object): Promise<{ train(text: string): Promise<Answer>; close(): Promise<void> }>;
}

interface EchoClient {
  connectEcho(url: string): Promise<{ repeat(text: string): Promise<Answer>; close(): Promise<void> }>;
}

test.each([
  [
    "1.0 over gRPC alone",
    "",
    ({ protocolBinding, protocolVersion }) => `${protocolBinding} ${protocolVersion}` === "GRPC 1.0",
  ],
  ["0.3 alone", "", ({ protocolVersion }) => protocolVersion === "0.3"],
  ["the draft alone", "/a2a-1.0-draft", () => true],
] satisfies readonly (readonly [string, string, (each: Card["supportedInterfaces"][number]) => boolean])[])(
  "a client of an agent in %s asks and answers",
  { tags: "later" },
  async (_, prefix, isWanted) => {
    const [port, grpcPort] = (await freePorts(2)).map(Number);
    const mock = await mockAgent(scenario);
    onTestFinished(() => mock.close());
    const { url } = await mock.listen({ port: port ?? 0, grpcPort: grpcPort ?? 0 });
    const response = await fetch(`${new URL(url).origin}${prefix}/.well-known/agent-card.json`);
    const card = (await response.json()) as Card;
    const own = { ...card, supportedInterfaces: card.supportedInterfaces.filter(isWanted) };
    expect(own.supportedInterfaces.length).toBeGreaterThan(0);
    const directory = await clientFolder();
    await writeFile(join(directory, "card.json"), JSON.stringify(own));
    const line = ["client", "card.json", "--import-extension", "ts"];
    expect(await runA2agen(line, { directory })).toMatchObject({ status: 0 });

    const { connectTravel } = (await import(join(directory, "client/index.ts"))) as Client;
    const agent = await connectTravel(own);
    onTestFinished(() => agent.close());
    const question = await agent.train("a train");
    expect(question).toMatchObject({ kind: "question", text: "Which one?" });
    expect(await question.reply("the first")).toMatchObject({ kind: "done", text: "seat 7" });
  },
);

test("a client of an agent of the next version alone has its types", async () => {
  const skills = [{ id: "repeat", name: "Repeat", description: "Repeats.", tags: ["t"] }];
  const origin = await startNextAgent({ isAlone: true, card: { name: "Echo", skills } });
  const directory = await clientFolder();
  const line = ["client", origin, "--import-extension", "ts"];
  expect(await runA2agen(line, { directory })).toMatchObject({ status: 0, stderr: "" });
  const path = join(directory, "client/index.ts");
  expect(await readFile(path, "utf8")).toContain('AgentCardCodec } from "@a2agen/a2a-1.1-dev";');
  const { connectEcho } = (await import(path)) as EchoClient;
  const agent = await connectEcho(origin);
  onTestFinished(() => agent.close());
  expect(await agent.repeat("hello")).toMatchObject({ kind: "done", text: "hello" });
});
