import { MessageBinary } from "@a2agen/a2a-1.0";
import { createTypeRegistry } from "@a2agen/runtime/binary";
import { describe, expect, test } from "vitest";
import { decodeStatus, encodeStatus } from "../../../../packages/runtime/src/grpc/status-details.ts";

const prefix = "type.googleapis.com/";

describe("a google.rpc.Status survives writing and reading", () => {
  test.each([
    ["nothing but a code", { code: 5, message: "", details: [] }],
    [
      "ErrorInfo",
      {
        code: 5,
        message: "ö",
        details: [
          {
            "@type": `${prefix}google.rpc.ErrorInfo`,
            reason: "R",
            domain: "d",
            metadata: { "": "", ["__proto__"]: "x" },
          },
        ],
      },
    ],
    [
      "BadRequest",
      {
        code: 3,
        message: "m",
        details: [
          {
            "@type": `${prefix}google.rpc.BadRequest`,
            fieldViolations: [
              { field: "a", description: "b" },
              { field: "", description: "c" },
            ],
          },
        ],
      },
    ],
    [
      "RetryInfo",
      {
        code: 14,
        message: "m",
        details: [{ "@type": `${prefix}google.rpc.RetryInfo`, retryDelay: "0.250s" }],
      },
    ],
    [
      "types of any kind",
      {
        code: 2,
        message: "m",
        details: [
          { "@type": `${prefix}google.protobuf.Timestamp`, value: "2026-01-01T00:00:00Z" },
          { "@type": `${prefix}example.Json`, list: [1, null, { a: "b" }] },
          { "@type": `${prefix}example.Bytes`, value: "AAEC" },
          { "@type": `${prefix}example.Bytes`, value: "not base64" },
        ],
      },
    ],
  ])("%s", (_name, status) => {
    expect(decodeStatus(encodeStatus(status))).toEqual(status);
  });

  test("with types that are registered", () => {
    const types = createTypeRegistry([MessageBinary]);
    const detail = {
      "@type": `${prefix}lf.a2a.v1.Message`,
      messageId: "m",
      role: "ROLE_USER",
      parts: [{ text: "x" }],
    };
    const bytes = encodeStatus({ code: 3, message: "m", details: [detail] }, { types });
    expect(decodeStatus(bytes, types).details).toEqual([detail]);
    expect(decodeStatus(bytes).details).toEqual([
      {
        "@type": detail["@type"],
        value: Buffer.from(MessageBinary.encode(detail as never)).toString("base64"),
      },
    ]);
  });
});

describe("a status is never larger than peers take", () => {
  test("the last violations are left out", () => {
    const fieldViolations = Array.from({ length: 100 }, (_, index) => ({
      field: `message.parts[${index}]`,
      description: "x".repeat(100),
    }));
    const bad = { "@type": `${prefix}google.rpc.BadRequest`, fieldViolations };
    const retry = { "@type": `${prefix}google.rpc.RetryInfo`, retryDelay: "1s" };
    const bytes = encodeStatus({ code: 3, message: "m", details: [bad, retry] });
    expect(bytes.length).toBeLessThanOrEqual(5000);
    const [read] = decodeStatus(bytes).details;
    const kept = (read as unknown as typeof bad).fieldViolations;
    expect(kept.length).toBeGreaterThan(35);
    expect(kept).toEqual(fieldViolations.slice(0, kept.length));
  });

  test("metadata and details for which there is no room are left out", () => {
    const info = {
      "@type": `${prefix}google.rpc.ErrorInfo`,
      reason: "R",
      domain: "d",
      metadata: { short: "s", long: "x".repeat(6000) },
    };
    const large = { "@type": `${prefix}example.Large`, text: "x".repeat(6000) };
    const small = { "@type": `${prefix}example.Small`, text: "x" };
    const bytes = encodeStatus({ code: 3, message: "m", details: [info, large, small] });
    expect(decodeStatus(bytes).details).toEqual([{ ...info, metadata: { short: "s" } }, small]);
  });
});

test("details that cannot be written are left out, and told of", () => {
  const dropped: unknown[] = [];
  const details = [{ "@type": `${prefix}example.Function`, run: () => undefined }];
  const bytes = encodeStatus(
    { code: 3, message: "m", details },
    { onDropped: (error) => dropped.push(error) },
  );
  expect(decodeStatus(bytes)).toEqual({ code: 3, message: "m", details: [] });
  expect(dropped).toMatchObject([{ code: "ERR_A2AGEN_BINARY" }]);
});
