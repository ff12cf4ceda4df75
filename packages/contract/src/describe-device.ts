const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//u, 'Edge'],
  [/\bOPR\//u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//u, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'Mac'],
  [/\bLinux\b/u, 'Linux'],
];

/**
 * `Chrome, Linux`: what people call their device, as far as its browser tells. Null when neither is known. Only words of these tables, so
 * that nothing a caller wrote is ever shown. The order matters, for browsers pose as one another.
 */
export function describeDevice(userAgent: string): string | null {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  const parts = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}
