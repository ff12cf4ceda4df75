export { createAppClient, type AppClient, type AppClientOptions } from './app-client.ts';
export type { ServiceOptions } from './call-pid.ts';
export { exchangeCode, type ExchangeOptions, type Profile, type SignedInPlayer } from './exchange-code.ts';
export {
  createIdentityReader,
  type Balance,
  type CacheSeconds,
  type Identity,
  type IdentityReader,
  type ReaderOptions,
  type StatementPage,
} from './identity-reader.ts';
export { PidError } from './pid-error.ts';
