import type { AgentCard } from "@a2agen/a2a-1.0";
import { completed } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { card, failureOf } from "../../unit/runtime/agent/start-agent.ts";
import { startWorld, type WorldOptions } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const skill = { id: "more", name: "More", description: "For those who are known.", tags: ["test"] };

/** An agent with an extended card that names who asks for it. */
const agent: WorldOptions = {
  async *execute() {
    yield completed();
  },
  extendedCard: ({ principal }): AgentCard => ({
    ...card,
    description: `For ${principal?.id ?? "nobody"}.`,
    skills: principal?.scopes?.includes("admin") === true ? [skill] : [],
  }),
};

/** Credentials in a header that the card names. */
const secured: WorldOptions = {
  ...agent,
  declares: {
    securitySchemes: { key: { apiKeySecurityScheme: { location: "header", name: "X-Key" } } },
    securityRequirements: [{ schemes: { key: { list: [] } } }],
  },
  host: {
    authenticate: ({ header }) => {
      const [id, scope] = (header("x-key") ?? "").split(":");
      return id === undefined || !["ada", "bob"].includes(id)
        ? undefined
        : { id, ...(scope === undefined ? {} : { scopes: [scope] }) };
    },
  },
};

test.each(worldsOf("3.1.11-authenticated"))("%s", async (_title, world) => {
  const { client, clientOf } = await startWorld(world, agent);
  const error = await failureOf(client.getExtendedAgentCard({}));
  expect(error).toMatchObject({ status: "UNAUTHENTICATED", http: 401 });
  expect((await clientOf("ada").getExtendedAgentCard({})).description).toBe("For ada.");
});

test.each(worldsOf("13.3-authenticated"))("%s", async (_title, world) => {
  const { client, clientWith } = await startWorld(world, secured);
  for (const stranger of [client, clientWith({ "x-key": "eve" }), clientWith({ "x-other": "ada" })]) {
    const error = await failureOf(stranger.getExtendedAgentCard({}));
    expect(error).toMatchObject({
      status: "UNAUTHENTICATED",
      challenges: [expect.stringContaining("X-Key")],
    });
  }
  const known = clientWith({ "x-key": "ada" });
  expect((await known.getExtendedAgentCard({})).description).toBe("For ada.");
});

test.each(worldsOf("13.3-permissions"))("%s", async (_title, world) => {
  const { clientWith } = await startWorld(world, secured);
  const skillsOf = async (key: string): Promise<readonly string[]> =>
    (await clientWith({ "x-key": key }).getExtendedAgentCard({})).skills.map(({ id }) => id);
  expect(await skillsOf("ada:admin")).toEqual(["more"]);
  expect(await skillsOf("ada")).toEqual([]);
  expect(await skillsOf("bob:reader")).toEqual([]);
});

test.each(worldsOf("13.3-availability"))("%s", async (_title, world) => {
  const { extendedCard: _, ...without } = agent;
  const undeclared = { ...agent, declares: { capabilities: { extendedAgentCard: false } } };
  const failing = [
    { options: undeclared, want: "UnsupportedOperationError" },
    { options: without, want: "ExtendedAgentCardNotConfiguredError" },
  ];
  for (const { options, want } of failing) {
    const { clientOf } = await startWorld(world, options);
    expect((await failureOf(clientOf("ada").getExtendedAgentCard({}))).name).toBe(want);
  }
});
