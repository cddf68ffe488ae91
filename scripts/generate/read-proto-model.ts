import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { createDiagnostics } from "../../generators/model/diagnostics.ts";
import type { Model } from "../../generators/model/model.ts";
import { buildModel } from "../../generators/source/proto/build-model.ts";
import { readGoogleApiOptions } from "../../generators/source/proto/google-api-options.ts";
import { runBuf } from "./buf.ts";
import { besideShared, type ProtoVersionSource } from "./generate-jobs.ts";
import { readProfile } from "./versions/read-profile.ts";

/** The model of a version's protos; `plain` is the profile of other packages. */
export async function readProtoModel(
  { directory, protos, package: own, profile }: ProtoVersionSource,
  { plain, root }: { readonly plain: string; readonly root: string },
): Promise<Model> {
  const scratch = await mkdtemp(join(tmpdir(), "a2agen-translate-"));
  try {
    const image = join(scratch, "image.binpb");
    await runBuf(
      ["build", ".", "--config", besideShared(directory), "--path", protos, "--output", image],
      root,
    );
    const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, await readFile(image)));
    const files = [...registry.files];
    const [ruling, others] = [readProfile(root, profile), readProfile(root, plain)];
    const requested = new Set(
      files.map(({ proto }) => proto.name).filter((name) => !name.startsWith("google/")),
    );
    return buildModel(
      {
        files,
        requested,
        profileFor: (protoPackage) => (protoPackage === own ? ruling : others),
        options: readGoogleApiOptions(files),
      },
      createDiagnostics(),
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
