import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError } from '../config/index.ts';
import { createLogger } from '../log.ts';
import { startTracing } from './start-tracing.ts';

const options = { version: '0.0.0', log: createLogger('silent') };
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };

test.each([{}, { ...endpoint, OTEL_SDK_DISABLED: 'true' }, { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }])(
  'loads OpenTelemetry only if traces are enabled (%j)',
  async (environment) => {
    const load = () => Promise.reject(new Error('it was loaded'));
    expect(await startTracing(environment, { ...options, load })).toBeNull();
  },
);

test('names every optional package when one of them is missing', async () => {
  const load = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' }));
  const error: unknown = await startTracing(endpoint, { ...options, load }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { optionalDependencies } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { optionalDependencies: Record<string, string> };
  for (const name of Object.keys(optionalDependencies)) expect((error as Error).message).toContain(name);
});

test('reports any other failure of a package as it is', async () => {
  const load = () => Promise.reject(new Error('broken'));
  await expect(startTracing(endpoint, { ...options, load })).rejects.toThrow(/^broken$/);
});
