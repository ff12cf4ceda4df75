import type { Guard } from '../guard.ts';

const routes = { file: 'health.routes.ts', tests: ['health'] };

export const guards: readonly Guard[] = [
  {
    ...routes,
    find: "if (options.leave.begun) return reply.code(503).send({ status: 'leaving' });",
    replace: '',
    breaks: 'balancers go on sending to a node that goes',
    tests: ['platform/http/leave'],
  },
  {
    ...routes,
    find: ' && !isForwarded(request.headers)',
    replace: '',
    breaks: 'whoever a proxy on this machine brings reads the metrics',
  },
  {
    ...routes,
    find: 'return isLoopbackAddress(request.socket.remoteAddress) &&',
    replace: 'return',
    breaks: 'anybody reads the metrics',
    equivalent: 'tests have no other address than loopback; addresses.test.ts says what is one',
  },
  {
    ...routes,
    find: 'if (token !== null && presented !== undefined) return secretsEqual(presented, token);',
    replace: 'if (token !== null && presented !== undefined) return true;',
    breaks: 'any token reads the metrics',
  },
  {
    ...routes,
    find: "if (!mayReadMetrics(request, options.metricsToken)) throw refuse('not_found');",
    replace: '',
    breaks: 'anybody reads the metrics, through any proxy',
  },
];
