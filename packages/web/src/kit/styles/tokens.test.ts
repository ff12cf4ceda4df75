import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const root = css.slice(css.indexOf(':root {'), css.indexOf('@theme inline'));
const [lightSource = '', darkSource = ''] = root.split('@variant dark');

function readTokens(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/gu)].map(([, name = '', value = '']) => [name, value]),
  );
}

const THEMES = { light: readTokens(lightSource), dark: readTokens(darkSource) };

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [high = 0, low = 0] = [luminance(first), luminance(second)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['paper', 'surface', 'sunken'];
const TEXT_PAIRS: [string, string][] = [
  ...GROUNDS.flatMap((ground): [string, string][] => [
    ['ink', ground],
    ['muted', ground],
    ['brand', ground],
    ['brand-strong', ground],
    ['bad', ground],
    ['warn', ground],
    ['note', ground],
    ['good', ground],
  ]),
  ...['good', 'warn', 'bad', 'note'].flatMap((tone): [string, string][] => [
    [tone, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
  ['on-brand', 'brand'],
  ['on-sun', 'sun'],
  ['brand', 'brand-soft'],
  ['ink', 'brand-soft'],
  ['muted', 'brand-soft'],
  ['surface', 'bad'],
  ['surface', 'good'],
];
/** Edges of controls and focus rings need a contrast of 3:1 (WCAG 1.4.11). */
const EDGE_PAIRS: [string, string][] = GROUNDS.flatMap((ground): [string, string][] => [
  ['edge', ground],
  ['focus', ground],
]);

describe.each(Object.entries(THEMES))('%s theme', (_name, tokens) => {
  const ratio = (first: string, second: string) =>
    contrast(tokens.get(first) ?? '', tokens.get(second) ?? '');

  it.each(TEXT_PAIRS)('text in %s on %s reaches AA', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(EDGE_PAIRS)('%s has enough contrast to %s', (edge, ground) => {
    expect(ratio(edge, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('defines the same colours in both themes', () => {
  expect([...THEMES.dark.keys()]).toEqual([...THEMES.light.keys()]);
});
