import {
  A2AServiceClient,
  type Part,
  PartCodec,
  SendMessageRequestCodec,
  stringifyPart,
} from "@a2agen/a2a-1.0";
import { expect, test } from "vitest";
import { ScalarValuesCodec } from "../../../generated/proto/features/maps_json.ts";
import { PackedCodec, SingularCodec } from "../../../generated/proto/features/scalars_json.ts";

// As a program without types has them: of the numbers of a Uint8Array JSON would write an object.
const bytes = new Uint8Array([1, 2, 3]) as unknown as string;
const part = { raw: bytes } as Part;
const request = { message: { messageId: "m", role: "ROLE_USER" as const, parts: [part] } };
const writer = A2AServiceClient.methods.sendMessage.input;

test.each([
  ["a field", "raw: ", () => PartCodec.encode(part)],
  ["a text", "raw: ", () => stringifyPart(part)],
  ["a message within", "raw: ", () => SendMessageRequestCodec.stringify(request)],
  ["what a client sends", "raw: ", () => writer.encode(request)],
  ["a field without presence", "bytesField: ", () => SingularCodec.encode({ bytesField: bytes })],
  ["a list", "", () => PackedCodec.encode({ bytesList: ["AQ==", bytes] })],
  ["a map", "", () => ScalarValuesCodec.encode({ bytesValue: { a: bytes } })],
])("bytes that nobody encoded are told to be encoded, in %s", (_, field, encode) => {
  expect(encode).toThrow(
    new TypeError(`${field}expected base64, got bytes: give Buffer.from(bytes).toString("base64")`),
  );
});

test("base64 is sent as it is given, and the empty one is not sent", () => {
  expect(PartCodec.encode({ raw: "AQID" })).toEqual({ raw: "AQID" });
  expect(SingularCodec.encode({ bytesField: "" })).toEqual({});
  expect(PackedCodec.encode({ bytesList: ["AQ==", ""] })).toEqual({ bytesList: ["AQ==", ""] });
});
