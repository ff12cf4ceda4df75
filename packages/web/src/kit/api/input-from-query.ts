/**
 * Returns the parameters of an address as the input of a call; the service validates it. A repeated parameter
 * becomes one joined value, which no rule accepts.
 */
export function inputFromQuery<Input>(query: URLSearchParams, names: Iterable<string> = query.keys()): Input {
  const given = [...new Set(names)].filter((name) => query.has(name));
  return Object.fromEntries(given.map((name) => [name, query.getAll(name).join(',')])) as Input;
}
