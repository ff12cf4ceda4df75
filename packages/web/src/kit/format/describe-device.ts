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

interface DeviceDescription {
  readonly browser: string | null;
  readonly system: string | null;
}

/** What people call their device, as far as its browser tells; the order matters, for browsers pose as one another. */
function describeDevice(userAgent: string): DeviceDescription {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

/** `Chrome, Linux`; what is not a browser shows its own first word, such as `curl`. */
export function deviceName(userAgent: string | null, unknown: string): string {
  if (!userAgent) return unknown;
  const { browser, system } = describeDevice(userAgent);
  const parts = [browser, system].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : (/^[\w.-]{2,24}/u.exec(userAgent)?.[0] ?? unknown);
}
