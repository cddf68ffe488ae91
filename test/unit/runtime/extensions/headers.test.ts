import { expect, test } from "vitest";
import { outcomeOf } from "../../../shared/bindings/outcome.ts";
import { bare } from "./definitions.ts";
import { answer, bindingNames, say, startAgent } from "./start-agent.ts";

const uri = "https://example.com/ext/shop/v1";

const extension = {
  ...bare(uri),
  headers: [{ name: "Shop-Agent", required: true, pattern: 'profile="[^"]+"' }],
};

test.each(bindingNames)("a header of an active extension is checked, over %s", async (binding) => {
  const { client } = await (await startAgent({ extensions: [{ extension }] })).connect(binding, {
    extensions: [uri],
  });
  const send = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
    client.sendMessage(say("hello"), { headers }).catch(outcomeOf);
  expect(await send({ "Shop-Agent": 'profile="https://shop.example"' })).toEqual({
    message: answer({ activated: [uri], extensions: [uri] }),
  });
  const expected = `header Shop-Agent of ${uri}: expected a value that matches profile="[^"]+"`;
  expect(await send({})).toMatchObject({ message: `${expected}, found no header` });
  expect(await send({ "Shop-Agent": "no" })).toMatchObject({ message: `${expected}, found "no"` });
});
