import { findDocuments } from "../../system/docs/documents.ts";
import { followDocuments } from "./user-commands.ts";

followDocuments((await findDocuments()).filter(({ path }) => path === "README.md"));
