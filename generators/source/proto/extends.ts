import type { DescExtension, DescFile, DescMessage } from "@bufbuild/protobuf";
import { compareCodeUnits } from "../../naming/order.ts";

/**
 * The fields that `extend` in a file gives to each of its own messages. Those for messages of other files
 * have no place in generated code: a message's code would depend on the files that happen to be generated
 * with it.
 */
export function ownExtensions(file: DescFile): ReadonlyMap<DescMessage, readonly DescExtension[]> {
  const byMessage = new Map<DescMessage, DescExtension[]>();
  for (const extension of listExtensions(file)) {
    if (extension.extendee.file === file) {
      byMessage.set(extension.extendee, [...(byMessage.get(extension.extendee) ?? []), extension]);
    }
  }
  for (const extensions of byMessage.values()) {
    extensions.sort((a, b) => compareCodeUnits(a.typeName, b.typeName));
  }
  return byMessage;
}

/** The extensions of a file for messages of other files, except options. */
export function foreignExtensions(file: DescFile): readonly DescExtension[] {
  return listExtensions(file).filter(
    ({ extendee }) =>
      extendee.file !== file && extendee.file.proto.name !== "google/protobuf/descriptor.proto",
  );
}

export function listExtensions(file: DescFile): readonly DescExtension[] {
  const within = (message: DescMessage): readonly DescExtension[] => [
    ...message.nestedExtensions,
    ...message.nestedMessages.flatMap(within),
  ];
  return [...file.extensions, ...file.messages.flatMap(within)];
}
