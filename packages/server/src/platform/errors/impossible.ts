/** A state that cannot be. It becomes a 500 and an alarm, never an answer that blames the caller. */
class ImpossibleStateError extends Error {
  override readonly name = 'ImpossibleStateError';
}

export function impossible(sentence: string): never {
  throw new ImpossibleStateError(sentence);
}

export function assertNever(value: never): never {
  return impossible(`unexpected value ${JSON.stringify(value)}`);
}
