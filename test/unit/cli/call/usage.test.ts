import { describe, expect, test } from "vitest";
import { runA2agen } from "../../../shared/run-a2agen.ts";

const url = "http://127.0.0.1:1";

describe("a command line that is wrong calls nobody and says what was expected", () => {
  test.each([
    { args: [], want: "expected the URL of an agent" },
    {
      args: ["localhost:4000"],
      want: 'URL: expected an http or https URL; found "localhost:4000"; do you mean http://localhost:4000?',
    },
    ...["C:\\foo\\card.json", "./card.json", "/tmp/card.json"].map((path) => ({
      args: [path],
      want: `URL: expected an http or https URL; found ${JSON.stringify(path)}; a card in a file is tried by a2agen probe FILE`,
    })),
    { args: ["ftp://x"], want: 'URL: expected an http or https URL; found "ftp://x"' },
    {
      args: ["https://ada:secret@example.com"],
      want: "URL: expected no user and password; give them with --header-env authorization=VARIABLE",
    },
    {
      args: [url, "sing"],
      want: 'unknown action "sing"; the actions are "card", "extended-card", "send", "stream", "get", "list", "subscribe", "cancel", "push set", "push get", "push list", "push delete", "rpc"',
    },
    {
      args: [url, "toString"],
      want: 'unknown action "toString"; the actions are "card", "extended-card", "send", "stream", "get", "list", "subscribe", "cancel", "push set", "push get", "push list", "push delete", "rpc"',
    },
    { args: [url, "get"], want: "get: expected TASK; found nothing" },
    { args: [url, "get", "a", "b"], want: 'get: expected TASK; found "a" "b"' },
    { args: [url, "card", "x"], want: 'card: expected nothing; found "x"' },
    { args: [url, "push", "get", "t"], want: 'push get: expected TASK ID; found "t"' },
    {
      args: [url, "send"],
      want: "expected something to send: a TEXT, - for standard input, --file or --data",
    },
    { args: [url, "get", "t", "--file", "x"], want: "get takes no --file; it is for send, stream" },
    { args: [url, "stream", "x", "--no-wait"], want: "stream takes no --no-wait; it is for send" },
    { args: [url, "list", "--all", "--page", "x"], want: "--all and --page cannot be given together" },
    { args: [url, "--direct", "--keys", "x"], want: "--direct and --keys cannot be given together" },
    {
      args: [url, "--binding", "SOAP"],
      want: '--binding: expected JSONRPC or HTTP+JSON or GRPC; found "SOAP"',
    },
    { args: [url, "--header", "no colon"], want: "--header: expected 'NAME: VALUE'; found \"no colon\"" },
    {
      args: [url, "--header", "a b: c"],
      want: 'header: expected a name of letters, digits and -; found "a b"',
    },
    {
      args: [url, "--header", "a: b\nc"],
      want: "header a: expected a value of one line without control characters",
    },
    {
      args: [url, "--token-env", "A2AGEN_TEST_NOT_SET"],
      want: "--token-env: expected the environment variable A2AGEN_TEST_NOT_SET to be set",
    },
    {
      args: [url, "--timeout", "soon"],
      want: '--timeout: expected a number of seconds, at most 86400; found "soon"',
    },
    { args: [url, "list", "--page-size", "-1"], want: "--page-size: expected COUNT; found -1" },
    {
      args: [url, "send", "x", "--data", "{"],
      want: "--data: expected JSON; found \"{\": Expected property name or '}' in JSON at position 1",
    },
    {
      args: [url, "send", "x", "--metadata", "[]"],
      want: '--metadata: expected a JSON object; found "[]"',
    },
    { args: [url, "push", "set", "t"], want: "push set: expected --webhook URL" },
    {
      args: [url, "send", "x", "--webhook-id", "1"],
      want: "expected --webhook URL beside the other flags of a webhook",
    },
  ])("$args", async ({ args, want }) => {
    const { status, stdout, stderr } = await runA2agen(["call", ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    const [first = "", second] = stderr.split("\n");
    // Newer versions of Node say more about where.
    expect(first.replace(/ \(line 1 column 2\)$/, "")).toBe(`a2agen call: ${want}`);
    expect(second).toBe('Run "a2agen call --help" for help.');
  });
});
