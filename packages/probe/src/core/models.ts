import { indexModel, type ModelIndex } from "@a2agen/generators/model/index-model.ts";
import type { Dialect } from "@a2agen/generators/model/model.ts";
import { builtinImages } from "@a2agen/protos/builtin-images.ts";
import { buildImageModel, readProfile } from "@a2agen/protos/load-model.ts";

/** What cases of a version are made from. */
export interface VersionModel {
  readonly index: ModelIndex;
  readonly dialect: Dialect;
}

const models = new Map<string, VersionModel>();

/** The model of a version by the name of its profile; undefined for one that a2agen does not know. */
export async function findModel(profile: string): Promise<VersionModel | undefined> {
  const found = models.get(profile) ?? (await readModel(profile));
  if (found !== undefined) models.set(profile, found);
  return found;
}

async function readModel(profile: string): Promise<VersionModel | undefined> {
  const model = await loadModel(profile);
  const file = model?.files.find((each) => each.profile === profile && each.services.length > 0);
  return model === undefined || file === undefined
    ? undefined
    : { index: indexModel(model), dialect: file.dialect };
}

async function loadModel(profile: string) {
  const image = builtinImages.get(profile);
  if (image === undefined) return (await import("@a2agen/protos/legacy-model.ts")).schemaModelOf(profile);
  const silent = { out: () => undefined, err: () => undefined };
  return buildImageModel(image(), { profile: await readProfile(profile), place: profile, terminal: silent });
}
