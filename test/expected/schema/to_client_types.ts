// Generated.

import type { JsonValue } from "@a2agen/runtime";
import type { AnyComponent, Theme } from "./catalog_types.js";

/** A message to the client */
export type ToClient = CreateScreen | UpdateComponents | UpdateData | DeleteScreen;

export type Version = "v1";

export type ScreenId = string;

export interface CreateScreen {
  version: Version;
  createScreen: CreateScreenCreateScreen;
}

export interface CreateScreenCreateScreen {
  screenId: ScreenId;
  catalogId: string;
  theme?: Theme;
  sendData?: boolean;
}

export interface UpdateComponents {
  version: Version;
  updateComponents: UpdateComponentsUpdateComponents;
}

export interface UpdateComponentsUpdateComponents {
  screenId: ScreenId;
  components: AnyComponent[];
}

export interface UpdateData {
  version: Version;
  updateData: UpdateDataUpdateData;
}

export interface UpdateDataUpdateData {
  screenId: ScreenId;
  path?: string;
  /** Any JSON; absent deletes what is there. */
  value?: JsonValue;
}

export interface DeleteScreen {
  version: Version;
  deleteScreen: DeleteScreenDeleteScreen;
}

export interface DeleteScreenDeleteScreen {
  screenId: ScreenId;
  [key: string]: unknown;
}
