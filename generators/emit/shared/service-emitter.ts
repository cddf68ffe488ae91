import type { Diagnostics } from "../../model/diagnostics.ts";
import { indexModel, type ModelIndex } from "../../model/index-model.ts";
import type { FileModel, Model, ServiceModel } from "../../model/model.ts";
import { createSourceFile, type SourceFile } from "../../print/source-file.ts";
import { sharedDiagnostics } from "./diagnostics.ts";
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
  diagnostics: Diagnostics,
  { kind, namesOf, parts }: ServiceEmitterInit,
): readonly SourceFile[] {
  const index = indexModel(model);
  return model.files.filter(declaresServices).map((file) => {
    const out = createSourceFile({ path: modulePath(file.name, kind), source: file.name });
    declareServices(file, namesOf, { out, diagnostics });
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

function declareServices(
  file: FileModel,
  namesOf: ServiceEmitterInit["namesOf"],
  { out, diagnostics }: { readonly out: SourceFile; readonly diagnostics: Diagnostics },
): void {
  const owners = new Map<string, ServiceModel>();
  for (const service of file.services) {
    for (const name of namesOf(service)) {
      const owner = owners.get(name);
      if (owner !== undefined && owner !== service) {
        const names = { name, first: owner.typeName, second: service.typeName };
        diagnostics.report(sharedDiagnostics["derived-name-collision"], service.position, names);
      }
      owners.set(name, service);
      out.declare(name);
    }
  }
}
