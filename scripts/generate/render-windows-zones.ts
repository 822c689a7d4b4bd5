import { createRequire } from "node:module";

interface WindowsZones {
  supplemental: {
    windowsZones: { mapTimezones: { mapZone: { _other: string; _type: string; _territory: string } }[] };
  };
}

/** Territory 001 is the whole world: its zone is the one that a name of Windows stands for wherever nothing else is known. */
const WORLD = "001";

/** Places in Outlook's names for users by which IANA calls no zone. CLDR does not have those names. */
const PLACES = {
  astana: "Asia/Qyzylorda",
  "baja california": "America/Tijuana",
  brasilia: "America/Sao_Paulo",
  "cabo verde is.": "Atlantic/Cape_Verde",
  "cape verde is.": "Atlantic/Cape_Verde",
  indiana: "America/Indianapolis",
  "international date line west": "Etc/GMT+12",
  "nuku'alofa": "Pacific/Tongatapu",
  "port louis": "Indian/Mauritius",
  "solomon is.": "Pacific/Guadalcanal",
  "sri jayawardenepura": "Asia/Colombo",
  "west central africa": "Africa/Lagos",
};

/** The time zones of Windows by their names, as Unicode CLDR has them in cldr-core. */
export function renderWindowsZones(): string {
  const { supplemental }: WindowsZones = createRequire(import.meta.url)(
    "cldr-core/supplemental/windowsZones.json",
  );
  const zones = supplemental.windowsZones.mapTimezones
    .map(({ mapZone }) => mapZone)
    .filter(({ _territory }) => _territory === WORLD)
    .map(({ _other, _type }): [string, string] => [_other, _type]);
  return `/** The time zones of Windows by their names, which Outlook and Exchange write, and a zone of the IANA database for each. */
export const WINDOWS_ZONES: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(zones), null, 2)};

/** Places by which Outlook shows a zone to users, and IANA calls none. */
export const SHOWN_PLACES: Readonly<Record<string, string>> = ${JSON.stringify(PLACES, null, 2)};\n`;
}
