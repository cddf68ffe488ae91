import { createContext } from "preact";
import type { Additions } from "./place-data.ts";

/** Sends what surfaces say to the agent of the conversation; absent where nothing can be sent. */
export const SurfaceContext = createContext<((additions: Additions) => void) | undefined>(undefined);
