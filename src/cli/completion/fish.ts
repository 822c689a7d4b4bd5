import { NAME_CHARACTERS, PROFILE_PLACE } from "./profile-names.ts";
import { lastingPlaces, quoted, valuePlaces, type WordsByPlace } from "./words.ts";

/** Fish offers files too, since a call may take one. */
export function fishScript(places: WordsByPlace, profilesFolder: string): string {
  const lines = [...places].flatMap(([place, words]) =>
    words.map(
      ({ word, description }) =>
        `complete -c tempofiller -n "test (__tempofiller_place) = '${place}'" -a '${word}' -d '${description}'`,
    ),
  );
  const folder = profilesFolder.replaceAll(/['\\]/g, "\\$&");
  return `# Completion of tempofiller for fish.
function __tempofiller_profiles
    set -l files '${folder}'/*.env
    echo default
    set -q files[1]; and string replace -rf '^.*/([${NAME_CHARACTERS}]+)\\.env$' '$1' -- $files | string match -v settings
end
function __tempofiller_place
    set -l place ''
    set -l words (commandline -opc)
    for word in $words[2..-1]
        set -l next (string trim -- "$place $word")
        contains -- $next ${quoted(lastingPlaces(places), " ")}; and set place $next
    end
    contains -- "$place $words[-1]" ${quoted(valuePlaces(places), " ")}; and set place "$place $words[-1]"
    test "$words[-1]" = ${PROFILE_PLACE}; and set place ${PROFILE_PLACE}
    echo "$place"
end
complete -c tempofiller -f -n "test (__tempofiller_place) = '${PROFILE_PLACE}'" -a '(__tempofiller_profiles)' -d 'a profile'
${lines.join("\n")}
`;
}
