import type { WordsByPlace } from "./words.ts";

export function pwshScript(places: WordsByPlace): string {
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
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $next = "$place $element".Trim()
    if ($places.ContainsKey($next)) { $place = $next }
  }
  $places[$place] | Where-Object { $_[0].StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}
