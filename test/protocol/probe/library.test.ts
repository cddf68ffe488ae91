import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { probe, testAgent } from "a2agen/probe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fullCard } from "../../shared/bindings/test-agent.ts";
import { startKitAgent } from "../../shared/probe/kit-agent.ts";

/** Answers every call with a text that is no answer. */
const server = createServer((request, response) => {
  if (request.url === "/rpc") return void response.end("Hi");
  const card = {
    ...fullCard,
    supportedInterfaces: [{ url: `${origin}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
});
let origin = "";

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** What tests come to that a program registers. */
async function runTests(init: Partial<Parameters<typeof testAgent>[0]>): Promise<readonly string[]> {
  const lines: string[] = [];
  const bodies: (() => Promise<void>)[] = [];
  let section = "";
  testAgent({
    agent: () => origin,
    quick: true,
    describe: (name, body) => {
      section = name;
      body();
    },
    test: (name, _options, body) => {
      const title = section === "" ? name : `${section} > ${name}`;
      bodies.push(async () => {
        let said = `passed  ${title}`;
        const skip = (reason = ""): void => {
          said = `skipped ${title}: ${reason}`;
        };
        await body({ skip }).catch((error: Error) => {
          said = `failed  ${title}: ${error.message}`;
        });
        lines.push(said);
      });
    },
    ...init,
  });
  for (const body of bodies) await body();
  return lines;
}

// The tests themselves, as a program has them.
describe("an agent of the kit", { tags: "later" }, () => {
  testAgent({
    describe,
    test,
    // The first test lasts until the agent has been tried.
    agent: async () => (await startKitAgent()).origin,
    quick: true,
  });
});

test("a test that fails says the requirement, its section, and how to send the request again", async () => {
  const lines = await runTests({});
  expect(lines[0]).toBe("passed  the agent can be tried");
  expect(lines.filter((line) => /timeline\.zero/.test(line))).toEqual([
    expect.stringMatching(/^skipped .*: it is for [^ ]+ alone$/),
  ]);
  expect(lines.map((line) => line.replaceAll(origin, "URL"))).toContainEqual(
    expect.stringMatching(
      /^failed {2}Form of answers > answers\.answered: [^:]+: MUST, section 3\.3\.2: [^\n]+\n {2}JSONRPC 1\.0: expected [^\n]+; came HTTP 200 with a body that is no answer: "Hi"\n {4}curl --no-buffer URL\/rpc/,
    ),
  );
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^skipped Agent card > discovery\.etag: .*: SHOULD, section 8\.6: The card has an ETag header\n/,
    ),
  );
});

test("what the card of an agent rules out has no test, and nothing else is left out", async () => {
  const { origin: url } = await startKitAgent();
  const card = (await (await fetch(`${url}/.well-known/agent-card.json`)).json()) as object;
  const given = { agent: () => url, quick: false, generatedRequests: false };
  const titleOf = (line: string): string => /^\w+ +(?:.* > )?([\w.-]+): /.exec(line)?.[1] ?? line;
  const left = (await runTests({ ...given, card })).map(titleOf);
  const missing = (await runTests(given)).filter((line) => !left.includes(titleOf(line)));
  expect(missing.filter((line) => !line.startsWith("skipped"))).toEqual([]);
  expect([...new Set(missing.map((line) => titleOf(line).replace(/\..*/, "")))]).toEqual([
    "errors",
    "send",
    "streams",
    "generations",
    "timeline",
    "push",
    "extended",
    "extensions",
    "security",
  ]);
  expect(left).not.toContain("push.unsupported");
  expect(left).toContain("get.unknown");
  await expect(runTests({ card: {} })).rejects.toThrow("card: expected an interface that can be tried");
}, 60_000);

test("an exception that is not needed fails", async () => {
  const lines = await runTests({ except: { "discovery.card": "why not" } });
  expect(lines).toContainEqual(expect.stringMatching(/^failed .*discovery\.card.*remove the exception$/));
  await expect(runTests({ except: { "get.unkown": "" } })).rejects.toThrow(
    'except: expected identifiers of requirements; got "get.unkown": npx a2agen probe --list lists them',
  );
});

test("without an agent one test fails", async () => {
  const lines = await runTests({ agent: () => "http://127.0.0.1:9" });
  expect(lines.filter((line) => line.startsWith("failed"))).toEqual([
    expect.stringContaining("expected an agent card; no answer"),
  ]);
  expect(lines.slice(1).every((line) => line.startsWith("skipped"))).toBe(true);
});

test("what is no target, and no scenario", async () => {
  await expect(probe("agent.example.com")).rejects.toThrow(
    'probe: expected the URL of an agent, http or https; got "agent.example.com"',
  );
  await expect(probe(origin, { scenario: { plain: "" } })).rejects.toThrow("scenario.plain: expected a text");
});
