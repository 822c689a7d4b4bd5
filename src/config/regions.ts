/** The addresses of Tempo Cloud's API. A token works in one of them only. */
export const REGIONS = ["https://api.tempo.io", "https://api.eu.tempo.io", "https://api.us.tempo.io"];
