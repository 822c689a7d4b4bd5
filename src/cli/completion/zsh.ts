import { PROFILE_PLACE, profilesFunction } from "./profile-names.ts";
import { lastingPlaces, quoted, valuePlaces, type WordsByPlace } from "./words.ts";

/** Works from a file in \`$fpath\` as well as through \`eval\`. Where nothing fits, it offers files. */
export function zshScript(places: WordsByPlace, profilesFolder: string): string {
  const cases = [...places].map(([place, words]) => {
    const list = words.map(({ word, description }) => `'${escaped(word)}:${description}'`);
    return `    '${place}') list=(\n      ${list.join("\n      ")}\n    ) ;;`;
  });
  return `#compdef tempofiller
# Completion of tempofiller for zsh.
${profilesFunction(profilesFolder, "(N)")}
_tempofiller() {
  local place='' word option=\${words[CURRENT-1]}
  local -a list
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in
      ${quoted(lastingPlaces(places), " | ")}) place="\${place:+$place }$word" ;;
    esac
  done
  [[ $words[CURRENT] == --*=* ]] && option=\${words[CURRENT]%%=*}
  case "$place $option" in
    *' ${PROFILE_PLACE}') place=${PROFILE_PLACE} ;;
    ${quoted(valuePlaces(places), " | ")}) place="$place $option" ;;
    *) option='' ;;
  esac
  [[ -n $option && $words[CURRENT] == --*=* ]] && compset -P '*='
  case $place in
    ${PROFILE_PLACE}) list=(\${(f)"$(_tempofiller_profiles)"}) ;;
${cases.join("\n")}
  esac
  _describe tempofiller list || _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _tempofiller "$@"
else
  compdef _tempofiller tempofiller
fi
`;
}

/** A colon would end the word. */
function escaped(word: string): string {
  return word.replaceAll(":", "\\:");
}
