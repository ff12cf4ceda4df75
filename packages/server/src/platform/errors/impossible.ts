/** A state that cannot occur. It becomes a 500 and an alert, never a response that blames the caller. */
class ImpossibleStateError extends Error {
  override readonly name = 'ImpossibleStateError';
}

export function impossible(sentence: string): never {
  throw new ImpossibleStateError(sentence);
}

export function assertNever(value: never): never {
  return impossible(`unexpected value ${JSON.stringify(value)}`);
}
