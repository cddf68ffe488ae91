import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { builtinProfiles } from "../../../../../generators/source/profile/builtin-profiles.ts";
import { loadProfile } from "../../../../../generators/source/profile/load-document.ts";

const directory = await mkdtemp(join(tmpdir(), "load-profile-"));
afterAll(() => rm(directory, { recursive: true }));

const proto = builtinProfiles.get("proto");
const yaml = await readFile(join(import.meta.dirname, "../../../../../profiles/proto.yaml"), "utf8");
await writeFile(join(directory, "mine.yaml"), yaml);
await writeFile(join(directory, "mine.yml"), yaml);
await writeFile(join(directory, "mine.json"), JSON.stringify(proto));
await writeFile(join(directory, "bad.yaml"), yaml.replace("enums: proto-name", "enums: upper"));

/** A path as a user in the working directory gives it. */
function pathOf(file: string): string {
  return relative(process.cwd(), join(directory, file));
}

test.each([...builtinProfiles.keys()])("%s is found by name", async (name) => {
  expect(await loadProfile(name)).toBe(builtinProfiles.get(name));
});

test.each(["mine.yaml", "mine.yml", "mine.json"])("%s is read from a path", async (file) => {
  expect(await loadProfile(pathOf(file))).toEqual(proto);
  expect(await loadProfile(join(directory, file))).toEqual(proto);
});

describe("a profile that extends a built-in one", () => {
  const load = async (...lines: readonly string[]): Promise<unknown> => {
    const path = join(directory, "extends.yaml");
    await writeFile(path, ["extends: a2a-1.0", "name: mine", ...lines].join("\n"));
    return loadProfile(path);
  };
  const base = builtinProfiles.get("a2a-1.0");

  test("has everything of that one that it does not say itself", async () => {
    expect(await load()).toEqual({ ...base, name: "mine" });
  });

  test("takes members and rows with a name one by one, in their order, and takes out what is null", async () => {
    const lines = [
      "errors: [{name: TaskNotFoundError, http: 410}, {name: MineError, title: Mine, description: Mine., jsonRpc: -32099, grpc: ABORTED, http: 409, reason: MINE}]",
      "fields: {lf.a2a.v1.ListTasksRequest.page_size: {maximum: 60}}",
      "tenant: null",
    ];
    const { tenant: _, ...rest } = base ?? {};
    const [notFound, ...others] = base?.errors ?? [];
    const size = "lf.a2a.v1.ListTasksRequest.page_size";
    expect(await load(...lines)).toEqual({
      ...rest,
      name: "mine",
      errors: [
        { ...notFound, http: 410 },
        ...others,
        {
          name: "MineError",
          title: "Mine",
          description: "Mine.",
          jsonRpc: -32099,
          grpc: "ABORTED",
          http: 409,
          reason: "MINE",
        },
      ],
      fields: { ...base?.fields, [size]: { ...base?.fields[size], maximum: 60 } },
    });
  });

  test("replaces other lists", async () => {
    expect(await load("packages: []")).toEqual({ ...base, name: "mine", packages: [] });
  });

  test("is checked as a whole, at its own places", async () => {
    await expect(load("tasks: {state: 1}", "__proto__: {}")).rejects.toThrow(
      /extends\.yaml:3:16: tasks\.state: expected a string, found 1.*\n.*extends\.yaml:4:1: __proto__: /,
    );
  });

  test("and that is not there", async () => {
    const path = join(directory, "nothing.yaml");
    await writeFile(path, "extends: a2a-0.9\n");
    await expect(loadProfile(path)).rejects.toThrow(
      'nothing.yaml:1:10: extends: expected the name of a built-in profile, found "a2a-0.9" [unknown-profile]',
    );
  });
});

describe("a profile that cannot be had is an error that says what can", () => {
  const names = "a2a-0.3-proto, a2a-1.0-draft, a2a-1.0, a2a-1.1-dev, proto";
  const unknown = (given: string): string =>
    `${given}: expected one of the built-in profiles ${names}, or a path that ends in .yaml, .yml or .json [unknown-profile]`;
  const rows = [
    { name: "an unknown name", given: "a2a-2.0", want: unknown("a2a-2.0") },
    { name: "an inherited name", given: "constructor", want: unknown("constructor") },
    { name: "a path with another ending", given: pathOf("mine.toml"), want: unknown(pathOf("mine.toml")) },
    {
      name: "a path without a file",
      given: pathOf("none.yaml"),
      want: `${pathOf("none.yaml")}: expected a file that can be read, found ENOENT [unreadable]`,
    },
    {
      name: "a bad file",
      given: pathOf("bad.yaml"),
      want: `${pathOf("bad.yaml")}:8:10: json.enums: expected "kebab-case" or "proto-name", found "upper" [not-allowed]`,
    },
  ];
  test.each(rows)("$name", async ({ given, want }) => {
    const error = await loadProfile(given).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "ProfileError", code: "profile-invalid", message: want });
  });
});

test("a file that cannot be read keeps its cause", async () => {
  const error = await loadProfile(pathOf("none.yaml")).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ cause: { code: "ENOENT" } });
});
