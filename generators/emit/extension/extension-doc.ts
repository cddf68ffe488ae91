import { metadataKeys } from "./metadata-keys.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";

/** The comment of the generated constant: what the proto says, and where the data is. */
export function extensionDoc(extension: ResolvedExtension): string {
  const { options, comment, deprecated, carriers } = extension;
  // Several kinds have their own comments.
  const keys = extension.data
    .filter(({ name }) => name === "")
    .flatMap((one) => metadataKeys(one, extension));
  const objects = carriers.map(({ message }) => `\`${message.typeName}\``);
  return [
    comment === "" ? options.description : comment,
    `${kindText(options.kind)} \`${options.uri}\`.`,
    keys.length === 0 || objects.length === 0
      ? ""
      : `Its data is in the metadata of ${objects.join(", ")} under ${keys.map((key) => `\`${key}\``).join(", ")}.`,
    deprecated ? "@deprecated" : "",
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The kind in words, at the beginning of a sentence. */
export function kindText(kind: ResolvedExtension["options"]["kind"]): string {
  switch (kind) {
    case "data":
      return "Data-only extension";
    case "profile":
      return "Profile extension";
    case "method":
      return "Method extension";
    case "state-machine":
      return "State-machine extension";
    case "unspecified":
      return "Extension";
  }
}
