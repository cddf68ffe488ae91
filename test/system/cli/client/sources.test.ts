import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packerCard } from "../../../shared/client/packer-card.ts";
import { clientFolder } from "../../../shared/client/start-packer.ts";
import { listen } from "../../../shared/interop/our-agent.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";

const type = "application/a2a-agent-card+json";

/** Starts a host with a catalog, and with a card that needs a token; returns its origin. */
async function startHost(): Promise<string> {
  const http = createServer(({ url, headers }, response) => {
    const origin = `http://${headers.host}`;
    const entries = [
      { identifier: "urn:a", displayName: "Guarded", type, url: `${origin}/card.json` },
      { identifier: "urn:b", displayName: "Inline", type, data: packerCard(origin) },
    ];
    const isAllowed = url !== "/card.json" || headers.authorization === "Bearer secret";
    const found = new Map<string | undefined, object>([
      ["/.well-known/ai-catalog.json", { specVersion: "1.0", host: { displayName: "Acme" }, entries }],
      ["/card.json", packerCard(origin)],
    ]).get(url);
    response.statusCode = !isAllowed ? 401 : found === undefined ? 404 : 200;
    if (!isAllowed) response.setHeader("WWW-Authenticate", "Bearer");
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(isAllowed ? found : {}));
  });
  return listen(http);
}

async function starter(): Promise<{
  readonly origin: string;
  readonly run: (...args: readonly string[]) => Promise<CliResult>;
  readonly readIndex: () => Promise<string>;
}> {
  const origin = await startHost();
  const directory = await clientFolder();
  return {
    origin,
    run: (...args) => runA2agen(["client", ...args], { directory, env: { AGENT_TOKEN: "secret" } }),
    readIndex: () => readFile(join(directory, "client/index.ts"), "utf8"),
  };
}

test("a client is written from an entry of a catalog", async () => {
  const { origin, run, readIndex } = await starter();
  expect(await run("--catalog", origin)).toMatchObject({
    status: 1,
    stderr: `the catalog has 2 agents; choose one by its name or identifier: "Guarded" ("urn:a"); "Inline" ("urn:b")
hint: --agent NAME|IDENTIFIER chooses one
`,
  });
  expect(await run("--catalog", origin, "--agent", "Inline")).toMatchObject({ status: 0, stderr: "" });
  // A card within a catalog has no address of its own.
  expect(await readIndex()).not.toContain("agentUrl");
  const guarded = ["--catalog", origin, "--agent", "urn:a", "--token-env", "AGENT_TOKEN"];
  expect(await run(...guarded)).toMatchObject({ status: 0, stderr: "" });
  expect(await readIndex()).toContain(`agentUrl = "${origin}/card.json"`);
  expect(await run(...guarded, "--check")).toMatchObject({ status: 0, stdout: "the card fits the client\n" });
});

test("a card that needs a token is read with it, and the token is not written", async () => {
  const { origin, run, readIndex } = await starter();
  const card = `${origin}/card.json`;
  expect(await run(card)).toMatchObject({
    status: 1,
    stderr: `UNAUTHENTICATED: ${card}: expected an agent card, got HTTP status 401, which asks for Bearer
hint: --token-env VARIABLE sends a bearer token, --header-env NAME=VARIABLE any other secret
`,
  });
  for (const options of [
    ["--token-env", "AGENT_TOKEN"],
    ["--header", "Authorization: Bearer secret"],
  ]) {
    expect(await run(card, ...options)).toMatchObject({ status: 0, stderr: "" });
    expect(await readIndex()).not.toContain("secret");
  }
});
