export { RegistrarRefusal } from './judge-activation.ts';
export { serveRegistrar } from './serve-registrar.ts';
