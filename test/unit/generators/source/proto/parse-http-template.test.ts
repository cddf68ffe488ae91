import { describe, expect, test } from "vitest";
import { parseHttpTemplate } from "../../../../../generators/source/proto/parse-http-template.ts";

const star = { kind: "wildcard", deep: false };
const deep = { kind: "wildcard", deep: true };
const literal = (text: string) => ({ kind: "literal", text });
const variable = (field: string, ...segments: readonly object[]) => ({ kind: "variable", field, segments });

describe("a path template is taken apart", () => {
  test.each([
    { given: "/v1", want: { segments: [literal("v1")] } },
    { given: "/v1/tasks", want: { segments: [literal("v1"), literal("tasks")] } },
    { given: "/v1/message:send", want: { segments: [literal("v1"), literal("message")], action: "send" } },
    { given: "/*", want: { segments: [star] } },
    { given: "/**", want: { segments: [deep] } },
    { given: "/v1/*/tasks/**", want: { segments: [literal("v1"), star, literal("tasks"), deep] } },
    { given: "/{id}", want: { segments: [variable("id", star)] } },
    { given: "/{id=*}", want: { segments: [variable("id", star)] } },
    { given: "/{id=**}", want: { segments: [variable("id", deep)] } },
    { given: "/{task.id}", want: { segments: [variable("task.id", star)] } },
    {
      given: "/v1/{name=tasks/*}:cancel",
      want: { segments: [literal("v1"), variable("name", literal("tasks"), star)], action: "cancel" },
    },
    {
      given: "/{a}/x/{b_1=y/*/z/**}",
      want: {
        segments: [
          variable("a", star),
          literal("x"),
          variable("b_1", literal("y"), star, literal("z"), deep),
        ],
      },
    },
    { given: "/**/a", want: { segments: [deep, literal("a")] } },
    { given: "/{a=**}/b", want: { segments: [variable("a", deep), literal("b")] } },
    {
      given: "/{a=b/**/c}",
      want: { segments: [variable("a", literal("b"), deep, literal("c"))] },
    },
    { given: "/{path=**}:verb", want: { segments: [variable("path", deep)], action: "verb" } },
    { given: "/a-b._~%20@", want: { segments: [literal("a-b._~%20@")] } },
    {
      given: "/.well-known/agent-card.json",
      want: { segments: [literal(".well-known"), literal("agent-card.json")] },
    },
  ])("$given", ({ given, want }) => {
    expect(parseHttpTemplate(given)).toEqual({ ok: true, ...want });
  });
});

describe("what is no path template is refused with its place", () => {
  test.each([
    { given: "", want: 'it must begin with "/"' },
    { given: "v1", want: 'it must begin with "/"' },
    { given: "/", want: "a path segment was expected at column 2, found the end" },
    { given: "/v1/", want: "a path segment was expected at column 5, found the end" },
    { given: "//v1", want: 'a path segment was expected at column 2, found "/"' },
    { given: "/v1?x", want: 'a path segment was expected at column 4, found "?"' },
    { given: "/v1 ", want: 'a path segment was expected at column 4, found " "' },
    { given: "/ü", want: 'a path segment was expected at column 2, found "ü"' },
    { given: "/%zz", want: 'a path segment was expected at column 2, found "%"' },
    { given: "/a:", want: "a path segment was expected at column 4, found the end" },
    { given: "/a:b:c", want: 'a path segment was expected at column 5, found ":"' },
    { given: "/a:b/c", want: 'a path segment was expected at column 5, found "/"' },
    { given: "/{}", want: "a field name is missing at column 3" },
    { given: "/{1a}", want: "a field name is missing at column 3" },
    { given: "/{a", want: '"}" is missing at column 4' },
    { given: "/{a.}", want: '"}" is missing at column 4' },
    { given: "/{a-b}", want: '"}" is missing at column 4' },
    { given: "/{a=}", want: 'a path segment was expected at column 5, found "}"' },
    { given: "/{a=b", want: '"}" is missing at column 6' },
    { given: "/{a={b}}", want: 'a path segment was expected at column 5, found "{"' },
    { given: "/{a}b", want: 'a path segment was expected at column 5, found "b"' },
    { given: "/a{b}", want: 'a path segment was expected at column 3, found "{"' },
    { given: "/a}", want: 'a path segment was expected at column 3, found "}"' },
    { given: "/**/a/**", want: 'it has "**" 2 times; write it once' },
    { given: "/{a=**}/{b=**}", want: 'it has "**" 2 times; write it once' },
    { given: "/{a=**/b/**}/**", want: 'it has "**" 3 times; write it once' },
    { given: "/***", want: 'a path segment was expected at column 4, found "*"' },
  ])("$given", ({ given, want }) => {
    expect(parseHttpTemplate(given)).toEqual({ ok: false, problem: want });
  });

  test("however long it is", () => {
    const long = `/${"a/".repeat(100_000)}a`;
    const parsed = parseHttpTemplate(long);
    expect(parsed.ok && parsed.segments.length).toBe(100_001);
    expect(parseHttpTemplate(`${long}/`).ok).toBe(false);
  });
});
