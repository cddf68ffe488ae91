import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  decodeTask,
  decodeTaskBinary,
  encodeTaskBinary,
  isTask,
  parseTask,
  type Task,
  TaskCodec,
} from "@a2agen/a2a-1.1-dev";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";

const status = { state: "TASK_STATE_WORKING" } as const;
const known = { status, generation: "3" } as const;
/** An entry of a kind that a later version has added. */
const later = { note: { text: "hello", deep: [[{}]] }, generation: "2" };

test("an entry of a kind that is not known is taken out of the list", () => {
  const sent = () => ({
    id: "t",
    status,
    timeline: [later, known, { ...later, message: null }],
    generation: "4",
  });
  const want: Task = { id: "t", status, timeline: [known], generation: "4" };
  expect(decodeTask(sent())).toEqual(want);
  expect(parseTask(JSON.stringify(sent()))).toEqual(want);
  expect(TaskCodec.copy(sent())).toEqual(want);
  // Until it is decoded it is no value of the type.
  expect([isTask(sent()), isTask(want)]).toEqual([false, true]);
});

test("what is wrong with the others is told at its place", () => {
  const wrong = { status: { state: true }, generation: "1" };
  expect(() => decodeTask({ id: "t", status, timeline: [later, wrong, later, 5] })).toThrow(
    /timeline\[1\]\.status\.state.*timeline\[3\]/s,
  );
  expect(() => decodeTask({ id: "t", status, timeline: [{ ...known, message: {} }] })).toThrow(
    /timeline\[0\]/,
  );
});

test("the same over the binary form", () => {
  const entry = new BinaryWriter();
  // Field 9 is of a later version, field 3 the generation.
  entry.tag(9, WireType.LengthDelimited).string("hello").tag(3, WireType.Varint).int64("2");
  const bytes = encodeTaskBinary({ id: "t", status, timeline: [known] });
  const more = new BinaryWriter().raw(bytes).tag(8, WireType.LengthDelimited).bytes(entry.finish()).finish();
  expect(decodeTaskBinary(more)).toEqual({ id: "t", status, timeline: [known] });
});

test("the schema takes such entries, and refuses two kinds in one", async () => {
  const file = join(import.meta.dirname, "../../../../generated/a2a-1.1-dev/schemas/a2a.schema.json");
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats(ajv);
  const schema = JSON.parse(await readFile(file, "utf8")) as { readonly $id: string };
  ajv.addSchema(schema);
  const isValid = ajv.compile({ $ref: `${schema.$id}#/$defs/TimelineEntry` });
  const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] };
  expect([isValid(known), isValid(later), isValid({ ...known, message })]).toEqual([true, true, false]);
});
