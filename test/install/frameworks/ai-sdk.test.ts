import { describe } from "vitest";
import { testAdapter } from "./adapter-cases.ts";
import { makeExecute, makeExecuteWith, scriptedModel } from "./agents/ai-sdk.ts";
import { testPage } from "./example-cases.ts";
import { makeExecute as makePage } from "./examples/ai-sdk.ts";

const isNode22 = Number(process.versions.node.split(".")[0]) >= 22;
if (!isNode22) console.warn("ai 7 wants Node 22: leaving out its tests");

const makers: { readonly name: string; readonly make: typeof makeExecute }[] = [
  { name: "ai 6", make: makeExecute },
];
if (isNode22) {
  const { MockLanguageModelV4 } = await import("ai-7/test");
  makers.push({
    name: "ai 7",
    make: makeExecuteWith(await import("ai-7"), MockLanguageModelV4),
  });
}

describe.each(makers)("$name", ({ make }) => {
  testAdapter(make);
});

describe("the example of the page", () => {
  testPage((script, weather) => makePage(scriptedModel(script), weather));
});
