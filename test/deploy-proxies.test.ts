import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../deploy/${file}`, import.meta.url), 'utf8');

test.each(['nginx.conf', 'haproxy.cfg'])(
  '%s replaces the forwarded address of the caller and hides the node’s own endpoints',
  (file) => {
    const sample = read(file);
    expect(sample).toMatch(/X-Forwarded-For (?:\$remote_addr;|%\[src\]$)/m);
    expect(sample).not.toMatch(/proxy_add_x_forwarded_for|option forwardfor/);
    for (const own of ['/metrics', '/readyz', '/healthz']) expect(sample).toContain(own);
  },
);
