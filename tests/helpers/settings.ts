import registryEntry from "../../server.json" with { type: "json" };

/** A setting as `server.json` describes it. */
export interface Setting {
  name: string;
  description: string;
  isRequired: boolean;
  isSecret?: boolean;
  format?: string;
  default?: string;
}

/** Every setting, in the order of the table in docs/reference.md. */
export const SETTINGS: Setting[] = registryEntry.packages.flatMap(
  ({ environmentVariables }) => environmentVariables,
);
