import { A2AService } from "@a2agen/a2a-1.0";
import { createWebhookReceiver } from "@a2agen/runtime/receiver";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { start } from "../../../shared/push/opened.ts";
import { local } from "../../../shared/push/start-webhooks.ts";
import { frameworks } from "../adapters/servers.ts";

const older = [a2a03ToA2a10, draftToA2a10];

// The others replace globals: adapters.isolated.test.ts has them.
const own = frameworks.filter(({ name }) => !name.includes("node-server"));

test.each(own)(
  "our sender's notifications arrive over $name, in the form of each version",
  async ({ start: serve }) => {
    const receiver = createWebhookReceiver(A2AService, { older });
    const server = await serve(receiver.handler);
    try {
      const { source, set } = start({ ...local, older });
      for (const profile of ["a2a-1.0", "a2a-1.0-draft", "a2a-0.3"]) {
        const taskId = await source.begin(`task-${profile}`);
        const hook = await receiver.open(server.url);
        const authentication = { scheme: "Bearer", credentials: hook.config.token };
        await set({ id: "c", taskId, ...hook.config, authentication }, { profile });
        await source.artifact(taskId, "one");
        await source.complete(taskId);
        const seen: unknown[] = [];
        const forms: string[] = [];
        for await (const { event, id, profile: form } of hook.events(taskId)) {
          forms.push(form);
          expect(id).toMatch(/:[12]$/);
          seen.push(
            event.task?.status.state ??
              event.statusUpdate?.status.state ??
              event.artifactUpdate?.artifact.parts[0]?.text,
          );
        }
        expect([seen.at(-1), forms.at(-1)]).toEqual(["TASK_STATE_COMPLETED", profile]);
        if (profile !== "a2a-0.3") expect(seen).toEqual(["one", "TASK_STATE_COMPLETED"]);
      }
      expect(source.errors).toEqual([]);
    } finally {
      receiver.close();
      await server.close();
    }
  },
);
