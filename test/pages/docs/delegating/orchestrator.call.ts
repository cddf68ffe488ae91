import assert from "node:assert/strict";
import { inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { run, say } from "./client-of.ts";
import { planTrips } from "./orchestrator.ts";

const trains = run(async function* ({ text }) {
  yield textArtifact("answer", `${text}, at 9:00`);
});
const hotels = run(async function* ({ text, task }) {
  if (task === undefined) yield inputRequired("How many nights?");
  else yield textArtifact("answer", `A room for ${text} nights`);
});
const planner = run(
  planTrips(
    { client: trains.client, card: { name: "Trains" } },
    { client: hotels.client, card: { name: "Hotels" } },
  ),
);
const asked = await planner.client.sendMessage(say("to Graz"));
assert.equal(asked.task?.status.message?.parts[0]?.text, "How many nights?");
const { message } = say("3");
const { task } = await planner.client.sendMessage({ message: { ...message, taskId: asked.task?.id ?? "" } });
const trip = task?.artifacts?.find(({ artifactId }) => artifactId === "trip");
assert.deepEqual(trip?.parts, [{ text: "A train: to Graz, at 9:00\nA room for 3 nights" }]);
await Promise.all([trains, hotels, planner].map(({ agent }) => agent.close()));
