import { A2AService } from "@a2agen/a2a-1.0/codegen/lf/a2a/v1/a2a_service";
import { serveKit } from "../serve-kit.ts";

// The service alone, without the binary codecs that only gRPC needs.
serveKit(A2AService);
