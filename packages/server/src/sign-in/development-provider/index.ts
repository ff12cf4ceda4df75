export { developmentProvider, type DevelopmentProviderDeps } from './development-provider.ts';
