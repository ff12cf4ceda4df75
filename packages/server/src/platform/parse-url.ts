/**
 * Parses an address; null if it is invalid. Node 20's `URL.canParse` refuses addresses outside ASCII once the
 * surrounding code is optimized (it passes Latin-1 bytes to a UTF-8 parser), so the URL constructor is used.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
