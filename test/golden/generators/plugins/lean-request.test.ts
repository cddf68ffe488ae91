import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type CodeGeneratorRequest, CodeGeneratorRequestSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { leanRequest } from "../../../../generators/plugins/lean-request.ts";
import { respond } from "../../../../generators/plugins/run-plugin.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";

const paths = ["features/names.proto", "extensions/geolocation/v1/geolocation.proto"];

/** A request as buf sends it: the files to generate stand in it twice. */
async function buildRequest(): Promise<Uint8Array> {
  const { file } = await compileProtos({}, paths);
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: paths,
    parameter: "target=ts,targets=types+json+extension+docs",
    protoFile: file,
    sourceFileDescriptors: file.filter(({ name }) => paths.includes(name)),
    compilerVersion: { major: 5, minor: 29, patch: 0 },
  });
  return toBinary(CodeGeneratorRequestSchema, request);
}

const read = (bytes: Uint8Array): CodeGeneratorRequest => fromBinary(CodeGeneratorRequestSchema, bytes);

test("a lean request has each file once, and the locations of declarations and options", async () => {
  const request = await buildRequest();
  const lean = read(leanRequest(request));
  const isKept = (path: readonly number[]): boolean => path.length === 1 || path.length % 2 === 0;
  const expected = read(request);
  expected.sourceFileDescriptors = [];
  for (const { sourceCodeInfo } of expected.protoFile) {
    if (sourceCodeInfo === undefined) continue;
    sourceCodeInfo.location = sourceCodeInfo.location.filter(({ path }) => isKept(path));
  }
  expect(lean).toEqual(expected);
  expect(expected.protoFile.flatMap((file) => file.sourceCodeInfo?.location ?? []).length).toBeLessThan(
    read(request).protoFile.flatMap((file) => file.sourceCodeInfo?.location ?? []).length / 3,
  );
});

test("what is generated of a lean request is what is generated of the whole", async () => {
  const request = await buildRequest();
  const init = { plugin: "protoc-gen-a2a", warn: () => undefined } as const;
  const whole = await respond(read(request), init);
  expect(whole.file.length).toBeGreaterThan(5);
  expect(await respond(read(leanRequest(request)), init)).toEqual(whole);
});
