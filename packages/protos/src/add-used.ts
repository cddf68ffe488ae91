import { isWellKnownFile } from "@a2agen/generators/source/proto/well-known.ts";
import type { DescriptorProto, FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import type { CompiledProtos } from "./image.ts";

/**
 * Requests the imported files as well whose types the requested ones use, since code without them cannot be
 * compiled: as `include_imports` and `include_wkt` of buf do, but for files of options alone. Files that are
 * `given` have their code elsewhere.
 */
export function addUsed({ files, requested }: CompiledProtos, given: ReadonlySet<string>): CompiledProtos {
  const byName = new Map(files.map((file) => [file.name, file]));
  const places = new Map(files.flatMap((file) => listTypes(file).map((type) => [type, file.name] as const)));
  const all = new Set(requested);
  // Iteration of a set includes what is added on the way.
  for (const name of all) {
    const file = byName.get(name);
    for (const type of file === undefined ? [] : listUses(file)) {
      const place = places.get(type);
      if (place !== undefined && !isWellKnownFile(place) && !given.has(place)) all.add(place);
    }
  }
  return { files, requested: [...all] };
}

/** Names as fields refer to them: ".acme.v1.Order". */
function listTypes({ package: protoPackage, messageType, enumType }: FileDescriptorProto): readonly string[] {
  const visit = (prefix: string, messages: readonly DescriptorProto[]): readonly string[] =>
    messages.flatMap((message) => {
      const name = `${prefix}.${message.name}`;
      return [
        name,
        ...message.enumType.map((each) => `${name}.${each.name}`),
        ...visit(name, message.nestedType),
      ];
    });
  const root = protoPackage === "" ? "" : `.${protoPackage}`;
  return [...enumType.map(({ name }) => `${root}.${name}`), ...visit(root, messageType)];
}

function listUses({ messageType, service }: FileDescriptorProto): readonly string[] {
  const visit = (messages: readonly DescriptorProto[]): readonly string[] =>
    messages.flatMap(({ field, nestedType }) => [
      ...field.map(({ typeName }) => typeName),
      ...visit(nestedType),
    ]);
  const methods = service.flatMap(({ method }) => method);
  return [...visit(messageType), ...methods.flatMap(({ inputType, outputType }) => [inputType, outputType])];
}
