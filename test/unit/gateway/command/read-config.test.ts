import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import schema from "../../../../packages/gateway/gateway.schema.json" with { type: "json" };
import { readConfig } from "../../../../packages/gateway/src/command/read-config.ts";
import { failureOf } from "../../../shared/interop/outcomes.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2agen-config-"));
});
afterAll(() => rm(folder, { recursive: true }));

const env = { BILLING_AUTH: "Bearer secret" };

async function read(text: string): Promise<unknown> {
  const path = join(folder, "gateway.yaml");
  await writeFile(path, text);
  return readConfig(path, env);
}

test("every name of the schema is read, from YAML and from JSON", async () => {
  const billing = {
    agent: "http://localhost:5000",
    tenant: "billing",
    origins: ["http://localhost:5001"],
    auth: { authorization: "BILLING_AUTH" },
    passHeaders: ["x-customer"],
    insecure: true,
    check: "enforce",
  };
  expect(Object.keys(billing)).toEqual(Object.keys(schema.$defs.upstream.properties));
  const yaml = `upstreams:
  /billing:
    agent: http://localhost:5000
    tenant: billing
    origins: [http://localhost:5001]
    auth: { authorization: BILLING_AUTH }
    passHeaders:
      - x-customer
    insecure: true
    check: enforce
`;
  const wanted = {
    "/billing": {
      upstream: "http://localhost:5000",
      tenant: "billing",
      origins: ["http://localhost:5001"],
      upstreamHeaders: { authorization: "Bearer secret" },
      passedHeaders: ["x-customer"],
      insecure: true,
      check: "enforce",
    },
  };
  expect(await read(yaml)).toEqual(wanted);
  expect(await read(JSON.stringify({ upstreams: { "/billing": billing } }))).toEqual(wanted);
});

test("the file of the page is one", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../../docs/gateway.md"), "utf8");
  const [, file = ""] = /```yaml gateway.yaml\n(.*?)```/s.exec(page) ?? [];
  expect(await read(file)).toEqual({
    "/billing": {
      upstream: "https://billing.example.com",
      tenant: "billing",
      upstreamHeaders: { authorization: "Bearer secret" },
      check: "enforce",
    },
    "/geography": { upstream: "http://localhost:5000", tenant: "geography" },
  });
});

const agent = "    agent: http://localhost:5000\n";

describe("what is wrong has its line, and what was expected", () => {
  test.each([
    { text: "upstreams: [", message: ":1:13: expected YAML or JSON;" },
    { text: "", message: ":1:1: expected upstreams with their values" },
    { text: "upstream: {}\n", message: ":1:1: upstream: unknown name; did you mean upstreams?" },
    { text: "upstreams: {}\n", message: ":1:12: upstreams: expected at least one of paths such as /billing" },
    { text: "{}", message: ":1:1: expected upstreams, which is missing" },
    {
      text: `upstreams:\n  billing:\n${agent}`,
      message: ":2:3: upstreams.billing: expected paths such as /billing",
    },
    { text: "upstreams:\n  /a: {}\n", message: ":2:7: upstreams./a: expected agent, which is missing" },
    { text: "upstreams:\n  /a:\n", message: ":2:6: upstreams./a: expected agent, tenant, origins" },
    {
      text: "upstreams:\n  /a:\n    agent: localhost:5000\n",
      message: ':3:12: upstreams./a.agent: expected an http or https URL; found "localhost:5000"',
    },
    {
      text: `upstreams:\n  /a:\n${agent}    tenent: b\n`,
      message: ":4:5: upstreams./a.tenent: unknown name; did you mean tenant?",
    },
    {
      text: `upstreams:\n  /a:\n${agent}    origins: http://localhost:1\n`,
      message: ":4:14: upstreams./a.origins: expected a list",
    },
    {
      text: `upstreams:\n  /a:\n${agent}    origins:\n      - elsewhere\n`,
      message: ':5:9: upstreams./a.origins[0]: expected an http or https URL; found "elsewhere"',
    },
    {
      text: `upstreams:\n  /a:\n${agent}    insecure: "yes"\n`,
      message: ':4:15: upstreams./a.insecure: expected true or false; found "yes"',
    },
    {
      text: `upstreams:\n  /a:\n${agent}    check: maybe\n`,
      message: ':4:12: upstreams./a.check: expected off, report, enforce; found "maybe"',
    },
    {
      text: `upstreams:\n  /a:\n${agent}    auth: { authorization: NOT_SET }\n`,
      message: ": upstreams./a.auth: ",
    },
  ])("$message", async ({ text, message }) => {
    const error = (await failureOf(read(text))) as Error;
    expect(error.message).toContain(`--config: ${join(folder, "gateway.yaml")}${message}`);
  });

  test("a value of the environment is in no message", async () => {
    const error = await failureOf(
      read(`upstreams:\n  /a:\n${agent}    auth: { "bad name": BILLING_AUTH }\n`),
    );
    expect((error as Error).message).not.toContain("secret");
  });
});
