import { testOurClient } from "./our-client-tests.ts";
import { testPeerClient } from "./peer-client-tests.ts";

testPeerClient("JSONRPC");
testOurClient("JSONRPC");
