/**
 * A part of one statement that does the work of several slices at once: the body of a CTE that returns a row when its work is done or
 * its condition holds, and none otherwise. What the statement is for depends on every step: one without a row undoes them all.
 *
 * All steps see the database as it was when the statement began. Rows that others may be changing must be updated or locked, which
 * makes PostgreSQL wait and judge them as they are by then.
 */
export interface Step {
  /** Unique in the statement; part of its text. */
  readonly name: string;
  /** `bind` returns the placeholder of a value. Reading from `after` keeps the steps in their order. */
  sql(bind: (value: unknown) => string, after: string): string;
  /** What to say when it returned no row. Asked after the statement was undone. */
  refusal(): Error | Promise<Error>;
}

const namePattern = /^[a-z_]+$/;

export interface ComposedSteps {
  /** The CTEs, separated by commas. */
  readonly text: string;
  /** The last step, for whatever comes after all of them. */
  readonly last: string;
}

/** The steps as CTEs, the first reading from `after`, each of the others from the one before it. */
export function composeSteps(
  steps: readonly Step[],
  after: string,
  bind: (value: unknown) => string,
): ComposedSteps {
  let last = after;
  const parts = steps.map((step) => {
    if (!namePattern.test(step.name)) throw new TypeError(`a step cannot be called ${step.name}`);
    const text = `${step.name} as (${step.sql(bind, last)})`;
    last = step.name;
    return text;
  });
  return { text: parts.join(',\n'), last };
}

/** Collects the values of a statement and returns their placeholders. */
export function binder(): { readonly values: unknown[]; bind(value: unknown): string } {
  const values: unknown[] = [];
  return { values, bind: (value) => `$${values.push(value)}` };
}
