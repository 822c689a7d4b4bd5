/** The characters of a profile's name, for the patterns of every shell. */
export const NAME_CHARACTERS = "a-z0-9-";

/** The place right after the option, in whatever command. */
export const PROFILE_PLACE = "--profile";

/** The function of bash and zsh that prints the names of the profiles in a folder when a line is completed. It opens no file. */
export function profilesFunction(folder: string, globQualifier = ""): string {
  return `_tempofiller_profiles() {
  local file
  echo default
  for file in ${singleQuoted(folder)}/*.env${globQualifier}; do
    file=\${file##*/}
    file=\${file%.env}
    [[ $file != *[^${NAME_CHARACTERS}]* && $file != settings ]] && echo "$file"
  done
}`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
