import { testOurClient } from "./our-client-tests.ts";
import { testPeerClient } from "./peer-client-tests.ts";

testPeerClient("HTTP+JSON");
testOurClient("HTTP+JSON");
