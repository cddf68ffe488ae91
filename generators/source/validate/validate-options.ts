import {
  type DescExtension,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescOneof,
  getExtension,
  hasExtension,
  isMessage,
} from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { listRules, type SetRule } from "./value-rules.ts";

/** The options of buf.validate, by the descriptors of the input: nothing of them is installed here. */
export interface ValidateOptions {
  /** The number of the options, and of their first step in the places of a file. */
  readonly number: number;
  field(field: DescField | DescExtension): ReflectMessage | undefined;
  /** Whether one member of a oneof must be set. */
  isRequired(oneof: DescOneof): boolean;
  /** The rules that are for a message as a whole. */
  message(message: DescMessage): readonly SetRule[];
}

/** The number is that of all extensions of buf.validate. */
const extensionNumber = 1159;

export function readValidateOptions(files: readonly DescFile[]): ValidateOptions {
  const extensions = new Map<string, DescExtension>(
    files
      .filter(({ proto }) => proto.package === "buf.validate")
      .flatMap((file) => file.extensions.map((extension) => [extension.name, extension])),
  );
  const read = (
    name: string,
    { proto: { options } }: DescField | DescExtension | DescOneof | DescMessage,
  ): ReflectMessage | undefined => {
    const extension = extensions.get(name);
    if (extension?.message === undefined || options === undefined) return undefined;
    if (options.$typeName !== extension.extendee.typeName || !hasExtension(options, extension))
      return undefined;
    const value: unknown = getExtension(options, extension);
    return isMessage(value) ? reflect(extension.message, value) : undefined;
  };
  return {
    number: extensionNumber,
    field: (field) => read("field", field),
    isRequired(oneof) {
      const rules = read("oneof", oneof);
      return (
        rules !== undefined &&
        listRules(rules).some(({ name, value }) => name === "required" && value === true)
      );
    },
    message(message) {
      const rules = read("message", message);
      return rules === undefined ? [] : listRules(rules);
    },
  };
}
