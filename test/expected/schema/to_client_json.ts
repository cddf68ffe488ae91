// Generated.

import type { Codec } from "@a2agen/runtime";
import {
  type Problems,
  below,
  both,
  defineCodec,
  fits,
  isList,
  isRecord,
  isUri,
  missing,
  outOfRange,
  unchanged,
  unexpected,
  wrongFormat,
  wrongKeys,
  wrongType,
  wrongValue,
} from "@a2agen/runtime/codegen/schema";
import { checkAnyComponent, checkTheme } from "./catalog_json.js";
import type { ToClient } from "./to_client_types.js";

/** Finds what is wrong with a ToClient; undefined when nothing is. */
export function checkToClient(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  if (value["createScreen"] !== undefined) found = both(found, checkCreateScreen(value));
  else if (value["updateComponents"] !== undefined) found = both(found, checkUpdateComponents(value));
  else if (value["updateData"] !== undefined) found = both(found, checkUpdateData(value));
  else if (value["deleteScreen"] !== undefined) found = both(found, checkDeleteScreen(value));
  else found = wrongKeys(found, ["createScreen", "updateComponents", "updateData", "deleteScreen"]);
  return found;
}

/** Checks, reads and writes ToClient; a Standard Schema too. */
export const ToClientCodec: Codec<ToClient> = /* @__PURE__ */ defineCodec({
  typeName: "ToClient",
  check: checkToClient,
  encode: unchanged,
});

/** Finds what is wrong with a Version; undefined when nothing is. */
export function checkVersion(value: unknown): Problems | undefined {
  let found: Problems | undefined;
  if (value !== "v1") found = wrongValue(found, undefined, value, ["v1"]);
  return found;
}

/** Finds what is wrong with a ScreenId; undefined when nothing is. */
export function checkScreenId(value: unknown): Problems | undefined {
  if (typeof value !== "string") return wrongType(undefined, undefined, value, "a string");
  let found: Problems | undefined;
  if (value === "") found = outOfRange(found, undefined, value, "at least 1 character");
  return found;
}

/** Finds what is wrong with a CreateScreen; undefined when nothing is. */
export function checkCreateScreen(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const version = value["version"];
  if (version === undefined) found = missing(found, "version");
  else found = below(found, "version", checkVersion(version));
  const createScreen = value["createScreen"];
  if (createScreen === undefined) found = missing(found, "createScreen");
  else found = below(found, "createScreen", checkCreateScreenCreateScreen(createScreen));
  for (const key in value) {
    if (key === "version" || key === "createScreen") continue;
    found = unexpected(found, key, value[key], ["version", "createScreen"]);
  }
  return found;
}

function checkCreateScreenCreateScreen(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const screenId = value["screenId"];
  if (screenId === undefined) found = missing(found, "screenId");
  else found = below(found, "screenId", checkScreenId(screenId));
  const catalogId = value["catalogId"];
  if (catalogId === undefined) found = missing(found, "catalogId");
  else if (typeof catalogId !== "string") found = wrongType(found, "catalogId", catalogId, "a string");
  else if (!isUri(catalogId)) found = wrongFormat(found, "catalogId", catalogId, "a URI");
  const theme = value["theme"];
  if (theme !== undefined) found = below(found, "theme", checkTheme(theme));
  const sendData = value["sendData"];
  if (sendData !== undefined && typeof sendData !== "boolean") {
    found = wrongType(found, "sendData", sendData, "true or false");
  }
  for (const key in value) {
    switch (key) {
      case "screenId":
      case "catalogId":
      case "theme":
      case "sendData":
        continue;
    }
    found = unexpected(found, key, value[key], ["screenId", "catalogId", "theme", "sendData"]);
  }
  return found;
}

/** Finds what is wrong with an UpdateComponents; undefined when nothing is. */
export function checkUpdateComponents(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const version = value["version"];
  if (version === undefined) found = missing(found, "version");
  else found = below(found, "version", checkVersion(version));
  const updateComponents = value["updateComponents"];
  if (updateComponents === undefined) found = missing(found, "updateComponents");
  else found = below(found, "updateComponents", checkUpdateComponentsUpdateComponents(updateComponents));
  for (const key in value) {
    if (key === "version" || key === "updateComponents") continue;
    found = unexpected(found, key, value[key], ["version", "updateComponents"]);
  }
  return found;
}

function checkUpdateComponentsUpdateComponents(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const screenId = value["screenId"];
  if (screenId === undefined) found = missing(found, "screenId");
  else found = below(found, "screenId", checkScreenId(screenId));
  const components = value["components"];
  if (components === undefined) found = missing(found, "components");
  else found = below(found, "components", checkUpdateComponentsUpdateComponentsComponents(components));
  for (const key in value) {
    if (key === "screenId" || key === "components") continue;
    found = unexpected(found, key, value[key], ["screenId", "components"]);
  }
  return found;
}

function checkUpdateComponentsUpdateComponentsComponents(value: unknown): Problems | undefined {
  if (!isList(value)) return wrongType(undefined, undefined, value, "an array");
  let found: Problems | undefined;
  if (value.length < 1) found = outOfRange(found, undefined, value.length, "at least 1 element");
  for (let index = 0; index < value.length; index++) {
    const item = value[index];
    found = below(found, index, checkAnyComponent(item));
  }
  let contained = 0;
  for (const item of value) {
    if (fits(checkUpdateComponentsUpdateComponentsComponentsContained, item, 0)) contained++;
  }
  if (contained > 1) {
    found = outOfRange(found, undefined, contained, "at most 1 element of the kind that the array has to contain");
  }
  return found;
}

function checkUpdateComponentsUpdateComponentsComponentsContained(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const id = value["id"];
  if (id === undefined) found = missing(found, "id");
  else if (id !== "root") found = wrongValue(found, "id", id, ["root"]);
  return found;
}

/** Finds what is wrong with an UpdateData; undefined when nothing is. */
export function checkUpdateData(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const version = value["version"];
  if (version === undefined) found = missing(found, "version");
  else found = below(found, "version", checkVersion(version));
  const updateData = value["updateData"];
  if (updateData === undefined) found = missing(found, "updateData");
  else found = below(found, "updateData", checkUpdateDataUpdateData(updateData));
  for (const key in value) {
    if (key === "version" || key === "updateData") continue;
    found = unexpected(found, key, value[key], ["version", "updateData"]);
  }
  return found;
}

function checkUpdateDataUpdateData(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const screenId = value["screenId"];
  if (screenId === undefined) found = missing(found, "screenId");
  else found = below(found, "screenId", checkScreenId(screenId));
  const path = value["path"];
  if (path !== undefined && typeof path !== "string") found = wrongType(found, "path", path, "a string");
  if (value["value"] !== undefined && value["path"] === undefined) found = missing(found, "path", "value");
  return found;
}

/** Finds what is wrong with a DeleteScreen; undefined when nothing is. */
export function checkDeleteScreen(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const version = value["version"];
  if (version === undefined) found = missing(found, "version");
  else found = below(found, "version", checkVersion(version));
  const deleteScreen = value["deleteScreen"];
  if (deleteScreen === undefined) found = missing(found, "deleteScreen");
  else found = below(found, "deleteScreen", checkDeleteScreenDeleteScreen(deleteScreen));
  for (const key in value) {
    if (key === "version" || key === "deleteScreen") continue;
    found = unexpected(found, key, value[key], ["version", "deleteScreen"]);
  }
  return found;
}

function checkDeleteScreenDeleteScreen(value: unknown): Problems | undefined {
  if (!isRecord(value)) return wrongType(undefined, undefined, value, "an object");
  let found: Problems | undefined;
  const screenId = value["screenId"];
  if (screenId === undefined) found = missing(found, "screenId");
  else found = below(found, "screenId", checkScreenId(screenId));
  return found;
}
