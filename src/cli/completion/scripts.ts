/**
 * Scripts that teach a shell to complete a line: each hands the words so far to `tempofiller __complete`, the last of which is completed.
 * They reach it as they were typed, and no shell evaluates them. Its exit code is 1 where a file is due, and a shell then offers files;
 * PowerShell does so wherever nothing fits.
 */
export const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `# Completion of tempofiller for bash.
_tempofiller() {
  local IFS=$'\\n'
  COMPREPLY=($(tempofiller __complete bash "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [ $? -eq 1 ] || return 0
  COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]#=}"))
  compopt -o filenames 2>/dev/null || :
}
complete -F _tempofiller tempofiller
`,
  zsh: `#compdef tempofiller
# Completion of tempofiller for zsh.
_tempofiller() {
  local lines
  lines="$(tempofiller __complete zsh "\${(@)words[2,CURRENT]}" 2>/dev/null)"
  (( $? == 1 )) && { compset -P '--*='; _files; return }
  local -a list=("\${(@f)lines}")
  list=("\${(@)list:#}")
  (( $#list )) && _describe tempofiller list
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _tempofiller "$@"; else compdef _tempofiller tempofiller; fi
`,
  fish: `# Completion of tempofiller for fish.
function __tempofiller
    set -l words (commandline -opc) (commandline -ct)
    tempofiller __complete fish $words[2..-1] 2>/dev/null
    test $status -eq 1; or return
    set -l option (string match -r -- '^--[^=]+=' $words[-1])
    for path in (__fish_complete_path (string replace -r -- '^--[^=]+=' '' $words[-1]))
        echo "$option$path"
    end
end
complete -c tempofiller -f -a '(__tempofiller)'
`,
  pwsh: `# Completion of tempofiller for PowerShell.
Register-ArgumentCompleter -Native -CommandName tempofiller -ScriptBlock {
  param($current, $line, $position)
  $words = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { "$_" })
  tempofiller __complete pwsh @words ".$current" 2>$null | ForEach-Object {
    $word, $description = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $description)
  }
}
`,
};
