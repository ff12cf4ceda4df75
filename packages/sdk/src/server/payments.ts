import type { callPid } from '../call-pid.ts';
import type { Allowances } from './allowance-shapes.ts';
import type { Payments } from './payment-shapes.ts';

type AsApp = <T>(
  work: (call: ReturnType<typeof callPid>) => Promise<T>,
  headers?: Readonly<Record<string, string>>,
) => Promise<T>;

export function paymentsOf(clientId: string, asApp: AsApp): Payments {
  const of = (id: string) => ({ client_id: clientId, id });
  return {
    create: (request) => asApp((call) => call('createPayment', { client_id: clientId, ...request })),
    get: (id) => asApp((call) => call('getPayment', of(id))),
    list: (query = {}) => asApp((call) => call('listPayments', { client_id: clientId, ...query })),
    capture: (id, amount) =>
      asApp((call) => call('capturePayment', { ...of(id), ...(amount === undefined ? {} : { amount }) })),
    void: (id) => asApp((call) => call('voidPayment', of(id))),
    cancel: (id) => asApp((call) => call('cancelPayment', of(id))),
    refund: (id, { key, ...refund }) =>
      asApp((call) => call('refundPayment', { ...of(id), ...refund }), { 'idempotency-key': key }),
  };
}

export function allowancesOf(clientId: string, asApp: AsApp): Allowances {
  return {
    create: (request) => asApp((call) => call('createAllowance', { client_id: clientId, ...request })),
    end: (id) =>
      asApp(async (call) => {
        await call('endAllowance', { id });
      }),
  };
}
