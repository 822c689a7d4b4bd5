import { NAME_CHARACTERS, PROFILE_PLACE } from "./profile-names.ts";
import type { WordsByPlace } from "./words.ts";

export function pwshScript(places: WordsByPlace, profilesFolder: string): string {
  const entries = [...places].map(([place, words]) => {
    const list = words.map(({ word, description }) => `      @('${word}', '${description || word}')`);
    return `    '${place}' = @(\n${list.join("\n")}\n    )`;
  });
  return `# Completion of tempofiller for PowerShell.
Register-ArgumentCompleter -Native -CommandName tempofiller -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $places = @{
${entries.join("\n")}
  }
  $place = ''
  $last = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $last = "$element"
    $next = "$place $last".Trim()
    if ($places.ContainsKey($next) -and $last -notlike '--*') { $place = $next }
  }
  if ($last -eq '${PROFILE_PLACE}') {
    $files = Get-ChildItem -LiteralPath ${singleQuoted(profilesFolder)} -Filter '*.env' -ErrorAction SilentlyContinue
    $names = @($files | ForEach-Object { $_.BaseName } | Where-Object { $_ -cmatch '^[${NAME_CHARACTERS}]+$' -and $_ -ne 'settings' })
    $place = '${PROFILE_PLACE}'
    $places[$place] = @(@('default') + $names | ForEach-Object { , @($_, $_) })
  }
  elseif ($last -like '--*' -and $places.ContainsKey("$place $last")) { $place = "$place $last" }
  $places[$place] | Where-Object { $_[0].StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

/** PowerShell takes typographic quotation marks for straight ones. */
function singleQuoted(text: string): string {
  return `'${text.replaceAll(/['\u2018-\u201b]/g, "$&$&")}'`;
}
