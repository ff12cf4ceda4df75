import pg from 'pg';
import { StandbyError } from './find-primary.ts';

/** A write reached a standby: a failover is in progress. */
export const readOnlyState = '25006';

/** The SQLSTATE of a PostgreSQL error, or undefined when the error is not one. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True when the database could not be reached or is shutting down: the caller can retry later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) {
    return (
      state.startsWith('08') ||
      state.startsWith('53') ||
      state.startsWith('57P') ||
      isTimeout(error) ||
      state === '25P03' ||
      state === readOnlyState
    );
  }
  if (error instanceof StandbyError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && unreachableCodes.has(code)) return true;
  // pg-pool and pg have no codes for these errors; they can only be recognized by their texts.
  const message = error instanceof Error ? error.message : '';
  return wordsOfAbsence.some((words) => message.startsWith(words));
}

/** True when the statement waited too long, for a lock or in total. It changed nothing. */
export function isTimeout(error: unknown): boolean {
  return ['55P03', '57014'].includes(sqlState(error) ?? '');
}

const wordsOfAbsence = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
];

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
