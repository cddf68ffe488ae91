import { parse } from "yaml";

process.stdout.write(String(parse("1")));
