import { readText, secret } from '../platform/config/index.ts';

export const healthSettings = {
  metricsToken: secret(
    'PID_METRICS_TOKEN',
    'Bearer token that may read /metrics from other machines',
    readText,
    'loopback only',
  ),
} as const;
