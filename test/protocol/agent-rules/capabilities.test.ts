import { inputRequired } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { failureOf } from "../../shared/agent/start-agent.ts";
import { startWorld } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

test.each(worldsOf("3.3.4-not-configured"))("%s", async (_title, world) => {
  const { clientOf } = await startWorld(world, {
    async *execute() {
      yield inputRequired();
    },
  });
  const failure = await failureOf(clientOf("ada").getExtendedAgentCard({}));
  expect(failure.name).toBe("ExtendedAgentCardNotConfiguredError");
});
