import type { Command } from "./command.ts";
import { docsRender } from "./docs/docs-render.ts";
import { generateOpenApi } from "./openapi/generate-openapi.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [docsRender, generateOpenApi];
