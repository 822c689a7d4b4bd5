/** The rights that the user of a running server needs on the tables. */
export const RIGHTS = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

/**
 * The statements that let a user run the server on tables of another one, who runs them once. They hold for the tables of later
 * versions too.
 */
export function grantsFor(user: string): string[] {
  return [
    `GRANT USAGE ON SCHEMA tempofiller TO ${user};`,
    `GRANT ${RIGHTS.join(", ")} ON ALL TABLES IN SCHEMA tempofiller TO ${user};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA tempofiller GRANT ${RIGHTS.join(", ")} ON TABLES TO ${user};`,
  ];
}
