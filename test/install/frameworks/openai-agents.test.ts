import { describe } from "vitest";
import { testAdapter } from "./adapter-cases.ts";
import { makeExecute, ScriptedModel } from "./agents/openai-agents.ts";
import { testPage } from "./example-cases.ts";
import { makeExecute as makePage } from "./examples/openai-agents.ts";

describe("OpenAI Agents", () => {
  // The SDK keeps errors of tools to itself: their `errorFunction` takes them.
  testAdapter(makeExecute, { reportsTools: false });
});

describe("the example of the page", () => {
  testPage((script, weather) => makePage(new ScriptedModel(script), weather));
});
