export { developmentProvider } from './development-provider.ts';
export { sweepRecords } from './records.store.ts';
