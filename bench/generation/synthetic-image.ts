import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { scratch } from "../paths.ts";
import { buildImage } from "./request.ts";
import { buildSyntheticProto } from "./synthetic-proto.ts";

/** The file of the synthetic protos. */
export const syntheticFile = "bench/v1/bench.proto";

/** The descriptors of a synthetic proto with so many messages. */
export async function buildSyntheticImage(messages: number): Promise<FileDescriptorSet> {
  const directory = join(scratch, `synthetic-${messages}`);
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, "bench/v1"), { recursive: true });
  await writeFile(join(directory, syntheticFile), buildSyntheticProto(messages));
  return buildImage({ directory, paths: [syntheticFile] });
}
