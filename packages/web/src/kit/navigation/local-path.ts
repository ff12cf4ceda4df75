/** Keeps a `returnTo` on our origin; any doubtful value becomes the fallback. */
export function localPath(value: string | null | undefined, origin: string, fallback: string): string {
  if (!value?.startsWith('/') || value.length > 4_096) return fallback;
  // Browsers read `\` as `/` and drop tabs and line breaks, which turns `/\evil` into another host.
  if (/^\/[/\\]/u.test(value) || /[\\\u0000-\u0020\u007f]/u.test(value)) return fallback;
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return fallback;
  }
  const path = `${url.pathname}${url.search}${url.hash}`;
  if (url.origin !== origin || path.startsWith('//')) return fallback;
  return path;
}
