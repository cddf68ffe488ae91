import { A2AService } from "@a2agen/a2a-1.0";
import { serveKit } from "../serve-kit.ts";

// With everything that the package of a version exports: what most programs import.
serveKit(A2AService);
