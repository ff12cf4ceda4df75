import { describe, expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

describe('matchPath', () => {
  it.each([
    ['/', '/', {}],
    ['/home', '/home/', {}],
    ['/checkout/:id', '/checkout/a%20b', { id: 'a b' }],
    ['/apps/:clientId/fees', '/apps/x1/fees', { clientId: 'x1' }],
  ])('%s matches %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });

  it.each([
    ['/', '/home'],
    ['/home', '/Home'],
    ['/home', '/home/more'],
    ['/home', '//home'],
    ['/checkout/:id', '/checkout/'],
    ['/checkout/:id', '/checkout/%E0%A4%A'],
  ])('%s does not match %s', (pattern, path) => {
    expect(matchPath(pattern, path)).toBeNull();
  });
});
