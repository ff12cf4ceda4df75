export { serveRegistrar } from './serve-registrar.ts';
