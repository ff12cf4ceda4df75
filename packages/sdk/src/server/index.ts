export { createAppClient, type AppClient, type AppClientOptions, type Guest } from './app-client.ts';
export type {
  Allowance,
  AllowanceEndReason,
  AllowancePeriod,
  AllowanceRequest,
  Allowances,
} from './allowance-shapes.ts';
export type {
  AppEvent,
  EventsOptions,
  PaidItem,
  Payment,
  PaymentAmount,
  PaymentPage,
  PaymentQuery,
  PaymentRequest,
  Payments,
  PaymentSku,
  PaymentStatus,
  PaymentTerms,
} from './payment-shapes.ts';
export { PidError, type PidErrorCode } from '../pid-error.ts';
export type { ServiceOptions } from '../service-options.ts';
export { exchangeCode, type ExchangeOptions, type Profile, type SignedInPlayer } from './exchange-code.ts';
export {
  createIdentityReader,
  type Balance,
  type CacheSeconds,
  type Identity,
  type IdentityReader,
  type ReaderOptions,
  type StatementEntry,
  type StatementPage,
  type StatementQuery,
} from './identity-reader.ts';
