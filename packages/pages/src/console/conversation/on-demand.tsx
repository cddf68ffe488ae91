import type { ComponentProps, JSX } from "preact";
import { lazy } from "../../shared/lazy.tsx";

/** What a conversation shows of data, by modules that are loaded when there is some. */
const SomeMetadata = lazy(async () => (await import("../extensions/extension-data.tsx")).MetadataView);
export const DataOfPart = lazy(async () => (await import("../extensions/extension-data.tsx")).DataOfPart);
export const SurfaceView = lazy(async () => (await import("../extensions/surface-view.tsx")).SurfaceView);
export const DataEditor = lazy(async () => (await import("./data-editor.tsx")).DataEditor);
export const DraftView = lazy(async () => (await import("../extensions/extension-picker.tsx")).DraftView);
export const ExtensionPicker = lazy(
  async () => (await import("../extensions/extension-picker.tsx")).ExtensionPicker,
);

export function MetadataView(props: ComponentProps<typeof SomeMetadata>): JSX.Element | null {
  return Object.keys(props.metadata ?? {}).length === 0 ? null : <SomeMetadata {...props} />;
}
