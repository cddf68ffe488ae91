import { describe, expect, test } from "vitest";
import { type Migrated, migrateValue } from "../../../../cli/migrate/migrate-value.ts";
import { findVersion, loadVersions } from "../../../../cli/migrate/versions.ts";

const versions = await loadVersions();

function migrate(value: unknown, to: string, more?: { from?: string; typeName?: string }): Migrated {
  const dialect = (name: string) => findVersion(name, "--to", versions.dialects);
  const { from, typeName } = more ?? {};
  return migrateValue(value, {
    versions,
    to: dialect(to),
    ...(from === undefined ? {} : { from: dialect(from) }),
    ...(typeName === undefined ? {} : { typeName }),
  });
}

const url = "https://agent.example.com/";
const common = {
  name: "a",
  description: "b",
  version: "1",
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};
const older = { ...common, url };
const newer = {
  ...common,
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
};
const filledIn = (path: string) => ({ path, message: "is required but missing; filled in" });

describe("a card with an address and neither protocolVersion nor supportedInterfaces", () => {
  test("is one of 0.3, whatever is wanted", () => {
    const unsaid = filledIn("protocolVersion");
    expect(migrate(older, "1.0")).toEqual({
      kind: "changed",
      from: "a2a-0.3",
      value: newer,
      notes: [unsaid],
    });
    expect(migrate(older, "draft")).toMatchObject({
      kind: "changed",
      from: "a2a-0.3",
      value: { url, protocolVersion: "1.0", supportedInterfaces: [{ url, protocolBinding: "JSONRPC" }] },
    });
    expect(migrate(older, "0.3")).toEqual({
      kind: "changed",
      from: "a2a-0.3",
      value: { ...older, protocolVersion: "0.3.0" },
      notes: [unsaid],
    });
  });

  test("may lack whatever a client can do without", () => {
    const { capabilities: _1, defaultInputModes: _2, defaultOutputModes: _3, ...rest } = older;
    const result = migrate({ ...rest, skills: [{ id: "s", name: "S", description: "d" }] }, "1.0");
    expect(result).toEqual({
      kind: "changed",
      from: "a2a-0.3",
      value: {
        ...newer,
        skills: [{ id: "s", name: "S", description: "d", tags: [""] }],
      },
      notes: [
        ...[
          "skills[0].tags",
          "protocolVersion",
          "capabilities",
          "defaultInputModes",
          "defaultOutputModes",
        ].map(filledIn),
        ...["defaultInputModes", "defaultOutputModes", "skills[0].tags"].map((path) => ({
          path,
          message: 'an element is required, and "" stands in',
        })),
        ...["defaultInputModes[0]", "defaultOutputModes[0]"].map((path) => ({
          path,
          message: '"" is now "text/plain"',
        })),
      ],
    });
  });

  test("is not guessed from a few names that other files have, too", () => {
    const manifest = { name: "a", description: "b", version: "1", url };
    expect(migrate(manifest, "1.0").kind).toBe("unknown");
    expect(migrate(manifest, "1.0", { typeName: "AgentCard" }).kind).toBe("changed");
  });
});

test("the form of a card counts more than the version that it says", () => {
  const mixed = { ...older, protocolVersion: "1.0" };
  expect(migrate(mixed, "1.0")).toEqual({ kind: "changed", from: "a2a-0.3", value: newer, notes: [] });
  expect(migrate(mixed, "draft")).toMatchObject({ kind: "changed", from: "a2a-0.3" });
});

describe("a card of the wanted version", () => {
  test("stays as it is", () => {
    const other = { url, protocolBinding: "JSONRPC", protocolVersion: "0.3.0" };
    const both = { ...newer, supportedInterfaces: [...newer.supportedInterfaces, other] };
    expect(migrate(both, "1.0")).toEqual({ kind: "same" });
  });

  test("that lacks something is filled in, and then stays as it is", () => {
    const { capabilities: _capabilities, ...rest } = newer;
    const unsaid = { url, protocolBinding: "JSONRPC" };
    const result = migrate({ ...rest, supportedInterfaces: [unsaid] }, "1.0");
    expect(result).toEqual({
      kind: "changed",
      from: "a2a-1.0",
      value: newer,
      notes: [filledIn("supportedInterfaces[0].protocolVersion"), filledIn("capabilities")],
    });
    expect(migrate(newer, "1.0")).toEqual({ kind: "same" });
  });

  test("that has no address is not taken for a good one", () => {
    expect(migrate(common, "1.0").kind).toBe("unknown");
  });
});

test("a card of the draft that says no version has the draft's own", () => {
  const { protocolVersion: _said, ...interfaceOf } = newer.supportedInterfaces[0] ?? {};
  const draft = { ...common, supportedInterfaces: [interfaceOf] };
  expect(migrate(draft, "draft")).toMatchObject({
    kind: "changed",
    value: { ...draft, protocolVersion: "1.0" },
  });
});

test("a migrated card says the version that it was migrated to, and media types", () => {
  const old = {
    ...older,
    protocolVersion: "0.3.0",
    defaultInputModes: ["text", "image/png"],
    defaultOutputModes: ["data", "file", "task-status"],
    skills: [{ id: "s", name: "S", description: "d", tags: ["t"], inputModes: ["text"] }],
  };
  expect(migrate(old, "1.0")).toEqual({
    kind: "changed",
    from: "a2a-0.3",
    value: {
      ...newer,
      defaultInputModes: ["text/plain", "image/png"],
      defaultOutputModes: ["application/json", "file", "task-status"],
      skills: [{ id: "s", name: "S", description: "d", tags: ["t"], inputModes: ["text/plain"] }],
    },
    notes: [
      { path: "skills[0].inputModes[0]", message: '"text" is now "text/plain"' },
      { path: "defaultInputModes[0]", message: '"text" is now "text/plain"' },
      { path: "defaultOutputModes[0]", message: '"data" is now "application/json"' },
      {
        path: "defaultOutputModes[1]",
        message: 'expected a media type, found "file"; write those of the files, "image/png", or "*/*"',
      },
      {
        path: "defaultOutputModes[2]",
        message: 'expected a media type, found "task-status"; write one, or remove it',
      },
    ],
  });
  expect(migrate(newer, "0.3")).toMatchObject({ value: { protocolVersion: "0.3.0" } });
});
