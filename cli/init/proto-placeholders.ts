import type { ProjectValues } from "./project-values.ts";

/** The values that protos of a project can name. */
const placeholders = {
  name: "zz-package-name",
  baseName: "zz-base-name",
  title: "Zz Title",
  description: "Zz description",
  protoName: "zz_proto_name",
  className: "ZzClassName",
  extensionUri: "https://zz.invalid/extensions/zz-uri/v1",
} as const satisfies Partial<ProjectValues>;

/** Values with which protos are compiled, to be found again in what was compiled. */
export function toPlaceholderValues(values: ProjectValues): ProjectValues {
  const { protoName } = placeholders;
  return { ...values, ...placeholders, protoPackage: `${protoName}.v1`, protoPath: `${protoName}/v1` };
}

/** Puts values in the place of what stands for them. */
export function replacePlaceholders(text: string, values: ProjectValues): string {
  return text.replace(pattern, (found) => textFor(found, values));
}

const names = new Map(
  Object.entries(placeholders).map(([name, text]) => [text as string, name as keyof typeof placeholders]),
);

const pattern = new RegExp(
  Object.values(placeholders)
    .map((text) => text.replace(/[.]/g, "\\."))
    .join("|"),
  "g",
);

function textFor(found: string, values: ProjectValues): string {
  const name = names.get(found);
  return name === undefined ? found : values[name];
}
