import { SettingsError } from "../timesheet/errors.ts";

export function tryRead<Result>(read: () => Result): Result | SettingsError {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

type Readers<Values> = { [Name in keyof Values]: () => Values[Name] };

/** Runs all readers. Values that cannot be read are absent, and one error has every problem. */
export function readEach<Values extends object>(
  readers: Readers<Values>,
): { values: Partial<Values>; error?: SettingsError } {
  const results = Object.entries<() => unknown>(readers).map(
    ([name, read]) => [name, tryRead(read)] as const,
  );
  const errors = results.map(([, result]) => result).filter((result) => result instanceof SettingsError);
  const read = results.filter(([, result]) => !(result instanceof SettingsError));
  return {
    values: Object.fromEntries(read) as Partial<Values>,
    ...(errors.length > 0 && { error: joined(errors) }),
  };
}

/** Runs all readers. @throws one SettingsError with every problem */
export function readAll<Values extends object>(readers: Readers<Values>): Values {
  const { values, error } = readEach(readers);
  if (error) throw error;
  return values as Values;
}

export function joined(errors: SettingsError[]): SettingsError {
  const [first, ...others] = errors;
  if (first && others.length === 0) return first;
  return new SettingsError(...new Set(errors.flatMap(({ problems }) => problems)));
}

/** The text for the end of a sentence; nothing if it is long enough for a token that was set in the wrong place. */
export function butNot(text: string): string {
  return text.length > 20 ? "" : `, not ${JSON.stringify(text)}`;
}
