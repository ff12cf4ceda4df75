/**
 * The address that a text names, or null. Node 20's `URL.canParse` calls addresses outside ASCII wrong as soon as the code around
 * it is optimised (it hands Latin-1 bytes to a parser of UTF-8), so the parser itself is asked.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
