import { lastingPlaces, quoted, valuePlaces, type WordsByPlace } from "./words.ts";

/** Fish offers files too, since a call may take one. */
export function fishScript(places: WordsByPlace): string {
  const lines = [...places].flatMap(([place, words]) =>
    words.map(
      ({ word, description }) =>
        `complete -c tempofiller -n "test (__tempofiller_place) = '${place}'" -a '${word}' -d '${description}'`,
    ),
  );
  return `# Completion of tempofiller for fish.
function __tempofiller_place
    set -l place ''
    set -l words (commandline -opc)
    for word in $words[2..-1]
        set -l next (string trim -- "$place $word")
        contains -- $next ${quoted(lastingPlaces(places), " ")}; and set place $next
    end
    contains -- "$place $words[-1]" ${quoted(valuePlaces(places), " ")}; and set place "$place $words[-1]"
    echo "$place"
end
${lines.join("\n")}
`;
}
