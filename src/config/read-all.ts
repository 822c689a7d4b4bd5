import { SettingsError } from "../timesheet/errors.ts";

export function tryRead<Result>(read: () => Result): Result | SettingsError {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

/** Runs all readers. @throws one SettingsError with every problem */
export function readAll<Values extends object>(
  readers: {
    [Name in keyof Values]: () => Values[Name];
  },
): Values {
  const results = Object.entries<() => unknown>(readers).map(
    ([name, read]) => [name, tryRead(read)] as const,
  );
  const errors = results.map(([, result]) => result).filter((result) => result instanceof SettingsError);
  if (errors.length > 0) throw joined(errors);
  return Object.fromEntries(results) as Values;
}

export function joined(errors: SettingsError[]): SettingsError {
  const [first, ...others] = errors;
  if (first && others.length === 0) return first;
  return new SettingsError(...new Set(errors.flatMap(({ problems }) => problems)));
}
