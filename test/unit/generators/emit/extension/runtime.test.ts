import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Artifact, decodeArtifact, type Message, type SendMessageRequest } from "@a2agen/a2a-1.0";
import { dataOnly } from "@a2agen/runtime/extensions";
import { describe, expect, test } from "vitest";
import { CitationsExtension } from "../../../../expected/extension/extensions/citations/v1/citations_extension.ts";
import { ComplianceExtension } from "../../../../expected/extension/extensions/compliance/v1/compliance_extension.ts";
import { GeolocationExtension } from "../../../../expected/extension/extensions/geolocation/v1/geolocation_extension.ts";
import { KonamiCodeExtension } from "../../../../expected/extension/extensions/konami_code/v1/konami_code_extension.ts";
import { TaskSearchExtension } from "../../../../expected/extension/extensions/task_search/v1/task_search_extension.ts";

const repository = join(import.meta.dirname, "../../../../..");

async function readExample(path: string, id: string): Promise<unknown> {
  const examples = JSON.parse(await readFile(join(repository, path), "utf8")) as readonly {
    readonly id: string;
    readonly json: unknown;
  }[];
  const found = examples.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`${path} has no example ${id}`);
  return found.json;
}

const draft = "test/shared/vectors/draft-examples.json";
const konami = "test/unit/runtime/versions/detect/extension-examples.json";

describe("geolocation, the draft's example", () => {
  const { uri } = GeolocationExtension;

  test("the data of the example is read", async () => {
    const message = (await readExample(draft, "s003-L1085")) as Message;
    expect(GeolocationExtension.has(message)).toBe(true);
    expect(GeolocationExtension.get(message)).toEqual({
      latitude: 37.7749,
      longitude: -122.4194,
      accuracy: 10,
      timestamp: "2025-10-21T14:30:00Z",
    });
  });

  test("what is set is what the example has, and goes again", async () => {
    const example = (await readExample(draft, "s003-L1085")) as Message;
    const { metadata, extensions, ...bare } = structuredClone(example);
    const message: Message = bare;
    GeolocationExtension.set(message, {
      latitude: 37.7749,
      longitude: -122.4194,
      accuracy: 10,
      timestamp: "2025-10-21T14:30:00Z",
    });
    expect(message).toEqual(example);
    GeolocationExtension.remove(message);
    expect(GeolocationExtension.has(message)).toBe(false);
    expect(message.extensions ?? []).toEqual([]);
    expect({ metadata, extensions }).toEqual({ metadata: example.metadata, extensions: example.extensions });
  });

  test("bad data has its place below the metadata key", () => {
    const message: Message = {
      messageId: "m",
      role: "ROLE_USER",
      parts: [{ text: "" }],
      metadata: { [uri]: { latitude: "north", timestamp: "yesterday" } },
    };
    const place = `metadata["${uri}"]`;
    expect(() => GeolocationExtension.get(message)).toThrow(
      [
        "invalid extensions.geolocation.v1.Geolocation:",
        `  ${place}.latitude: expected a finite number, got "north" [type]`,
        `  ${place}.timestamp: expected a timestamp of RFC 3339, got "yesterday" [format]`,
        `  ${place}.longitude: required [required]`,
      ].join("\n"),
    );
  });

  test("its declaration is that of the draft's card, with params", () => {
    expect(GeolocationExtension.declare({ params: { maxAccuracy: 50 } })).toEqual({
      uri,
      description: "Location-based search capabilities",
      params: { maxAccuracy: 50 },
    });
  });
});

test("the draft's citations are read from an artifact of the core", async () => {
  const artifact: Artifact = decodeArtifact(await readExample(draft, "s003-L1103"));
  expect(CitationsExtension.get(artifact)?.sources[0]).toEqual({
    title: "Global Temperature Anomalies - 2023 Report",
    authors: ["Smith, J.", "Johnson, M."],
    url: "https://climate.gov/reports/2023-temperature",
    accessDate: "2025-10-21",
    relevantText: "Global temperatures have risen by 1.1°C",
  });
});

describe("the konami code, field by field", () => {
  test("the code of the example is read, and written at the same key", async () => {
    const { params } = (await readExample(konami, "s000-L131")) as { params: SendMessageRequest };
    expect(KonamiCodeExtension.get(params)).toEqual({ code: "motherlode" });
    const request: SendMessageRequest = { message: params.message };
    KonamiCodeExtension.set(request, { code: "motherlode" });
    expect(request.metadata).toEqual(params.metadata);
  });

  test("the hints of the magic 8-ball are its params", async () => {
    const card = (await readExample(konami, "s000-L46")) as {
      capabilities: { extensions: Parameters<typeof KonamiCodeExtension.paramsIn>[0] };
    };
    expect(KonamiCodeExtension.paramsIn(card.capabilities.extensions)?.hints).toHaveLength(2);
  });
});

test("a data-only extension is all params", () => {
  expect(ComplianceExtension.kind).toBe("data");
  expect(ComplianceExtension.declare({ params: { regions: ["DE"], retentionDays: 30 } })).toEqual({
    uri: "https://example.com/ext/compliance/v1",
    description: "How the agent handles personal data.",
    params: { regions: ["DE"], retentionDays: 30 },
  });
  expect(dataOnly(ComplianceExtension.uri).extension.kind).toBe("data");
});

test("a method extension names its services and what it depends on", () => {
  const { kind, services = [], dependencies } = TaskSearchExtension;
  expect({ kind, services: services.map(({ typeName }) => typeName), dependencies }).toEqual({
    kind: "method",
    services: ["extensions.task_search.v1.TaskSearchService"],
    dependencies: [
      { uri: "https://example.com/ext/compliance/v1", optional: false },
      { uri: "https://example.com/extensions/geolocation/v1", optional: true },
    ],
  });
});
