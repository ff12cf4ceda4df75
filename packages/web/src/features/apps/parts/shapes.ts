import type { Reply } from '@pid/contract/client';

export type RegisteredApp = Reply<'getApp'>;
export type AppSecret = Reply<'rotateAppSecret'>;
export type ConnectedApp = Reply<'listConnectedApps'>['items'][number];
export type LoginRequest = Reply<'describeLogin'>;
export type LoginAnswer = Reply<'decideLogin'>;
export type Exchanged = Reply<'exchangeCode'>;
export type ResponseMode = 'web_message' | 'query';
