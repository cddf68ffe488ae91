import type { DescFile, DescMessage } from "@bufbuild/protobuf";

/**
 * The files that others import for their options alone, such as google/api/annotations.proto with what it
 * imports: no field and no method has a type of theirs.
 */
export function findOptionFiles(files: readonly DescFile[]): ReadonlySet<DescFile> {
  const importers = new Map<DescFile, DescFile[]>(files.map((file) => [file, []]));
  for (const file of files) for (const imported of file.dependencies) importers.get(imported)?.push(file);
  const candidates = new Set(
    files.filter((file) => isImported(file, importers) && file.services.length === 0 && definesOptions(file)),
  );
  // Imported files come first: from the last one back, all that import a file are known.
  for (const file of files.toReversed()) {
    const others = importers.get(file) ?? [];
    if (others.length > 0 && file.services.length === 0 && others.every((each) => candidates.has(each))) {
      candidates.add(file);
    }
  }
  // What a file that is generated uses has to be generated, and what that uses.
  for (let size = -1; size !== candidates.size; ) {
    size = candidates.size;
    for (const file of files) {
      if (candidates.has(file)) continue;
      for (const used of listUsed(file)) candidates.delete(used);
    }
  }
  return candidates;
}

function isImported(file: DescFile, importers: ReadonlyMap<DescFile, readonly DescFile[]>): boolean {
  return (importers.get(file) ?? []).length > 0;
}

function definesOptions({ extensions }: DescFile): boolean {
  return extensions.some(({ extendee }) => isOptions(extendee));
}

function isOptions({ typeName }: DescMessage): boolean {
  return /^google\.protobuf\.\w+Options$/.test(typeName);
}

/** The files of the types that a file's fields and methods have. */
function listUsed(file: DescFile): ReadonlySet<DescFile> {
  const used = new Set<DescFile>();
  const visit = ({ fields, nestedMessages }: DescMessage): void => {
    for (const { message, enum: enumeration } of fields) {
      const type = message ?? enumeration;
      if (type !== undefined && type.file !== file) used.add(type.file);
    }
    nestedMessages.forEach(visit);
  };
  file.messages.forEach(visit);
  for (const { extendee, message, enum: enumeration } of file.extensions) {
    const type = message ?? enumeration;
    if (type !== undefined && !isOptions(extendee)) used.add(type.file);
  }
  for (const { methods } of file.services) {
    for (const { input, output } of methods) for (const type of [input, output]) used.add(type.file);
  }
  return used;
}
