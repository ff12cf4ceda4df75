export { developmentProvider, type DevelopmentProviderDeps } from './development-provider.ts';
export { sweepRecords } from './records.store.ts';
