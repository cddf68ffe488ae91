import type { FieldModel, MessageModel } from "../../model/model.ts";

/** Whether options ask something of the value of a field, or of the keys of a map. */
export function isRuled({ rules }: FieldModel): boolean {
  return rules.value !== undefined || rules.key !== undefined;
}

export function hasRules({ fields }: MessageModel): boolean {
  return fields.some(isRuled);
}
