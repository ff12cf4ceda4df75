import { Redis } from 'ioredis';
import { openProvider } from '../checkout/index.ts';
import { proveMailServer } from '../notices/index.ts';
import { openMode } from '../settlements/index.ts';
import { proveProvider } from '../sign-in/index.ts';
import { attempt, type Check, type CheckGroup } from './checks.ts';

/** Checks all other services that a node calls, in the same way as a node, and changes nothing there. */
export const checkUpstreams: CheckGroup = async (config) => {
  const checks: Promise<Check>[] = [];
  const { redisUrl, smtpUrl, providers } = config;
  if (redisUrl) checks.push(attempt('Redis', 'PID_REDIS_URL cannot be used', () => ping(redisUrl)));
  for (const provider of providers ?? [])
    checks.push(
      attempt(`sign-in provider ${provider.id}`, 'it cannot be used', () =>
        proveProvider(provider, config.loopback),
      ),
    );
  const payments = openProvider(config);
  if (payments)
    checks.push(
      attempt(`payments by ${payments.id}`, 'it does not accept our key', () => payments.proveKey()),
    );
  const { provider: payouts } = openMode(config);
  if (payouts)
    checks.push(
      attempt(`settlements by ${payouts.id}`, 'it does not accept our key', () => payouts.proveKey()),
    );
  if (smtpUrl) checks.push(attempt('mail', 'PID_SMTP_URL cannot be used', () => proveMailServer(smtpUrl)));
  return Promise.all(checks);
};

async function ping(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | null = null;
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
