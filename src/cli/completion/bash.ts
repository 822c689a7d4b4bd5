import { PROFILE_PLACE, profilesFunction } from "./profile-names.ts";
import { lastingPlaces, quoted, valuePlaces, type WordsByPlace } from "./words.ts";

/** Bash splits words at `=`, so what follows one is completed alone. Where nothing fits, it offers files. */
export function bashScript(places: WordsByPlace, profilesFolder: string): string {
  const cases = [...places].map(
    ([place, words]) => `    '${place}') words='${words.map(({ word }) => word).join(" ")}' ;;`,
  );
  return `# Completion of tempofiller for bash.
${profilesFunction(profilesFolder)}
_tempofiller() {
  local place='' words='' word before=\${COMP_WORDS[COMP_CWORD-1]} current=\${COMP_WORDS[COMP_CWORD]} prefix=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${place:+$place }$word" in
      ${quoted(lastingPlaces(places), " | ")}) place="\${place:+$place }$word" ;;
    esac
  done
  if [[ $current == '=' ]]; then
    prefix=$before= current=''
  elif [[ $before == '=' ]]; then
    before=\${COMP_WORDS[COMP_CWORD-2]} prefix=$before=
  fi
  case "$place $before" in
    *' ${PROFILE_PLACE}') place=${PROFILE_PLACE} prefix='' ;;
    ${quoted(valuePlaces(places), " | ")}) place="$place $before" prefix='' ;;
  esac
  case $place in
    ${PROFILE_PLACE}) words=$(_tempofiller_profiles) ;;
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$prefix$current"))
  COMPREPLY=("\${COMPREPLY[@]#"$prefix"}")
}
complete -o default -F _tempofiller tempofiller
`;
}
