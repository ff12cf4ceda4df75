export { buildRequest } from './build-request.ts';
export type { BuiltRequest, CallName, InputArguments } from './build-request.ts';
export { createClient, readAnswer } from './create-client.ts';
export type { Client, ClientOptions } from './create-client.ts';
export { Refusal } from './refusal.ts';
export type { Input, Reply } from '../operations/index.ts';
export { nameDevice } from '../name-device.ts';
export { sharedFields, type SharedField, type SharedScope } from '../shared-fields.ts';
