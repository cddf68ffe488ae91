/**
 * What each shell runs at a TAB: a2agen itself lists the words, one a line with its help after a tab, so
 * that a newer a2agen needs no new script. Without any, the shell offers files.
 */
export const shellScripts = {
  bash: `_a2agen() {
  local IFS=$' \\t\\n' line=\${COMP_LINE:0:COMP_POINT} words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  IFS=$'\\n'
  COMPREPLY=($(a2agen completion words -- "\${words[@]:1}" 2>/dev/null | cut -f1))
}
complete -o default -F _a2agen a2agen
`,
  zsh: `#compdef a2agen
_a2agen() {
  local -a candidates
  local word help
  while IFS=$'\\t' read -r word help; do
    candidates+=("\${word//:/\\\\:}\${help:+:$help}")
  done < <(a2agen completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then _describe a2agen candidates; else _files; fi
}
if [[ $funcstack[1] == _a2agen ]]; then _a2agen "$@"; else compdef _a2agen a2agen; fi
`,
  fish: `function __a2agen_words
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  a2agen completion words -- $before[2..] "$current" 2>/dev/null
end
complete -c a2agen -a '(__a2agen_words)'
`,
} as const;

export type Shell = keyof typeof shellScripts;
