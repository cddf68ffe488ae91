import { describe, expect, test } from "vitest";
import { findCalls } from "../../../../../packages/cli/src/docs/find-calls.ts";

describe("calls in a document", () => {
  test.each([
    {
      name: "have double quotes",
      given: '{{ proto_to_table("a.proto", "A") }}',
      want: ["message a.proto A"],
    },
    {
      name: "have single quotes",
      given: "{{ proto_enum_to_table('a.proto', 'A') }}",
      want: ["enum a.proto A"],
    },
    {
      name: "mix quotes",
      given: "{{ proto_service_to_table('a.proto', \"A\") }}",
      want: ["service a.proto A"],
    },
    { name: "have no blanks", given: "{{proto_to_table('a.proto','A.B')}}", want: ["message a.proto A.B"] },
    { name: "span lines", given: "{{\n proto_to_table ( 'a',\r\n\t'A'\n) }}", want: ["message a A"] },
    {
      name: "are indented and quoted",
      given: "  {{ proto_to_table('a', 'A') }}\n> > {{ proto_to_table('a', 'B') }} \t",
      want: ["message a A", "message a B"],
    },
    {
      name: "stand after a byte order mark",
      given: "\u00ef\u00bb\u00bf{{ proto_to_table('a', 'A') }}",
      want: ["message a A"],
    },
    {
      name: "stand after code that does not end",
      given: "a ` b\n\n{{ proto_to_table('a', 'A') }}",
      want: ["message a A"],
    },
    {
      name: "stand after a comment that does not end",
      given: "<!-- a\n{{ proto_to_table('a', 'A') }}",
      want: ["message a A"],
    },
    {
      name: "stand after a fence that ends",
      given: "~~~~\n~~~\n~~~~~ \r\n{{ proto_to_table('a', 'A') }}",
      want: ["message a A"],
    },
    {
      name: "stand after three backticks in a line",
      given: "``` a ``` b\n{{ proto_to_table('a', 'A') }}",
      want: ["message a A"],
    },
  ])("$name", ({ given, want }) => {
    const { calls, problems } = findCalls(given);
    expect(problems).toEqual([]);
    expect(calls.map(({ kind, proto, type }) => `${kind} ${proto.text} ${type.text}`)).toEqual(want);
    for (const { start, end } of calls) {
      expect(given.slice(start, start + 2) + given.slice(end - 2, end)).toBe("{{}}");
    }
  });

  const call = "{{ proto_to_table('a', 'A') }}";
  test.each([
    { name: "in code", given: `a \`${call}\` and \`\`b\` ${call}\`\`` },
    { name: "in code of two lines", given: `a \`b\n${call}\nc\` d` },
    { name: "in a fenced block", given: `\`\`\`jinja\n${call}\n\`\`\`` },
    { name: "in a fenced block of a list", given: `- a\n\n  ~~~\n  ${call}\n  ~~~\n` },
    { name: "in a fenced block in an item's line", given: `- \`\`\`\n  ${call}\n  \`\`\`\n` },
    { name: "in a fenced block of a quotation", given: `> \`\`\`\`\n> \`\`\`\n> ${call}\n> \`\`\`\`\n` },
    { name: "in a fenced block that does not end", given: `\`\`\`\n${call}\n` },
    { name: "in a comment", given: `<!-- a\n${call}\n-->` },
    { name: "in a Jinja comment", given: `{# a\n${call}\n#}` },
    { name: "in a raw block", given: `{% raw %}\n${call}\n{%- endraw -%}` },
    {
      name: "of other macros",
      given: "{{ other('a', 'A') }}\n{{ table }}\n{{ my_proto_to_table('a', 'A') }}\n{ { proto_to_table }}",
    },
  ])("are not found $name", ({ given }) => {
    expect(findCalls(given)).toEqual({ calls: [], problems: [] });
  });

  const alone = "a call becomes a table and has to stand on a line of its own; move what is beside it";
  const wanted = '{{ proto_to_table("PROTO", "NAME") }}';
  test.each([
    {
      name: "without arguments",
      given: "{{ proto_to_table() }}",
      want: [`0 malformed-call expected ${wanted}; found {{ proto_to_table() }}`],
    },
    {
      name: "with one argument",
      given: "\n{{ proto_to_table('a') }} b",
      want: [`1 malformed-call expected ${wanted}; found {{ proto_to_table('a') }} b`],
    },
    {
      name: "with three arguments",
      given: "{{ proto_to_table('a', 'b', 'c') }}",
      want: [`0 malformed-call expected ${wanted}; found {{ proto_to_table('a', 'b', 'c') }}`],
    },
    {
      name: "with quotes that do not match",
      given: "{{ proto_to_table('a\", 'b') }}",
      want: [`0 malformed-call expected ${wanted}; found {{ proto_to_table('a", 'b') }}`],
    },
    {
      name: "without quotes",
      given: "{{ proto_to_table(a, b) }}",
      want: [`0 malformed-call expected ${wanted}; found {{ proto_to_table(a, b) }}`],
    },
    {
      name: "that does not end",
      given: "{{ proto_to_table('a', 'b')\n\nc",
      want: [`0 malformed-call expected ${wanted}; found {{ proto_to_table('a', 'b')`],
    },
    {
      name: "with a filter",
      given: "{{ proto_to_table('a', 'b') | safe }}",
      want: [`0 malformed-call expected ${wanted}; found {{ proto_to_table('a', 'b') | safe }}`],
    },
    {
      name: "with marks that strip blanks",
      given: "{{- proto_to_table('a', 'b') -}}",
      want: [`0 malformed-call expected ${wanted}; found {{- proto_to_table('a', 'b') -}}`],
    },
    {
      name: "of another name",
      given: "{{ proto_tables('a', 'b') }}",
      want: [
        "0 unknown-call there is no proto_tables; the calls are proto_to_table, proto_enum_to_table, proto_service_to_table",
      ],
    },
    { name: "behind text", given: `a ${call}`, want: [`2 call-not-alone ${alone}`] },
    { name: "before text", given: `${call}.`, want: [`0 call-not-alone ${alone}`] },
    { name: "in a table", given: `| ${call} |`, want: [`2 call-not-alone ${alone}`] },
    {
      name: "beside another",
      given: `${call} ${call}`,
      want: [`0 call-not-alone ${alone}`, `31 call-not-alone ${alone}`],
    },
  ])("are refused $name", ({ given, want }) => {
    const { problems } = findCalls(given);
    expect(problems.map(({ offset, code, message }) => `${offset} ${code} ${message}`)).toEqual(want);
  });
});
