export { developmentProvider } from './development-provider.ts';
