import type { WordsByPlace } from "./words.ts";

/** Fish offers files too, since a call may take one. */
export function fishScript(places: WordsByPlace): string {
  const known = [...places.keys()]
    .filter(Boolean)
    .map((place) => `'${place}'`)
    .join(" ");
  const lines = [...places].flatMap(([place, words]) =>
    words.map(
      ({ word, description }) =>
        `complete -c tempofiller -n "test (__tempofiller_place) = '${place}'" -a '${word}' -d '${description}'`,
    ),
  );
  return `# Completion of tempofiller for fish.
function __tempofiller_place
    set -l place ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$place $word")
        contains -- $next ${known}; and set place $next
    end
    echo "$place"
end
${lines.join("\n")}
`;
}
