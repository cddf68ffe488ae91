import { expect, test } from "vitest";
import { requirements } from "../../../packages/probe/src/core/requirements.ts";
import { buildMutants } from "../../shared/power/mutants.ts";
import { reachable, runMutants } from "../../shared/power/run-mutants.ts";
import { survivors } from "../../shared/power/survivors.ts";

/** All of them, which takes an hour, are for `npm run test:long -- power`; a pattern of names takes those. */
const { A2AGEN_POWER: wanted = "" } = process.env;
const isWhole = wanted !== "";
const sample = 8;

test("mutants of a right agent, made from the model and the profile, are found", {
  tags: "later",
  timeout: 3_600_000,
}, async () => {
  const all = await buildMutants();
  const built = all.filter(({ name }) => wanted === "all" || new RegExp(wanted).test(name));
  const mutants = await reachable(isWhole ? built : built.filter(({ agent }) => agent === "open"));
  const step = isWhole ? 1 : Math.floor(mutants.length / sample);
  const chosen = mutants.filter((_, at) => at % step === 0);
  const outcomes = await runMutants(chosen, process.env["A2AGEN_POWER_PROGRESS"]);
  const alive = outcomes.filter(({ found }) => found.length === 0).map(({ mutant }) => mutant.name);
  const told = alive.filter((name) => survivors.some(([pattern]) => pattern.test(name)));
  const killed = outcomes.length - alive.length;
  const share = ((100 * killed) / (outcomes.length - told.length)).toFixed(1);
  const by = new Set(outcomes.flatMap(({ found }) => found));
  console.log(
    `${built.length} mutants, ${mutants.length} reached, ${chosen.length} tried: ${killed} found by ` +
      `${by.size} of ${Object.keys(requirements).length} requirements, ${told.length} that nobody can tell; ${share} %`,
  );
  expect(alive.filter((name) => !told.includes(name))).toEqual([]);
});
