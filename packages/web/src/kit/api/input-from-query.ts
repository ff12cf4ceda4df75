/**
 * What an address carries, as the input of a call; the service judges it. A name that stands there twice makes one value, which
 * fits nothing.
 */
export function inputFromQuery<Input>(query: URLSearchParams, names: Iterable<string> = query.keys()): Input {
  const given = [...new Set(names)].filter((name) => query.has(name));
  return Object.fromEntries(given.map((name) => [name, query.getAll(name).join(',')])) as Input;
}
