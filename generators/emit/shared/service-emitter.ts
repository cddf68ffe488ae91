import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { FileModel, Model, ServiceModel } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { type ModuleKind, modulePath } from "./module-path.ts";

/** What the emitters of one file's services share. */
export interface ServiceContext {
  readonly out: SourceFile;
  readonly index: ModelIndex;
  readonly file: FileModel;
}

/** How a target about services is made. */
export interface ServiceEmitterInit {
  readonly kind: ModuleKind;
  /** The names that a file exports for a service. */
  readonly namesOf: (service: ServiceModel) => readonly string[];
  /** Functions that print the parts of a service in turn; an empty line stands between parts. */
  readonly parts: (service: ServiceModel, context: ServiceContext) => readonly (() => void)[];
}

/** Emits one file for every requested proto that declares services. */
export function emitServiceFiles(
  model: Model,
  { kind, namesOf, parts }: ServiceEmitterInit,
): readonly SourceFile[] {
  const index = indexModel(model);
  return model.files.filter(declaresServices).map((file) => {
    const out = createSourceFile({ path: modulePath(file.name, kind), source: file.name });
    for (const name of file.services.flatMap(namesOf)) out.declare(name);
    file.services
      .flatMap((service) => parts(service, { out, index, file }))
      .forEach((print, i) => {
        if (i > 0) out.blank();
        print();
      });
    return out;
  });
}

/** Whether a file is to be generated and has a service. */
export function declaresServices(file: FileModel): boolean {
  return file.requested && file.services.length > 0;
}
