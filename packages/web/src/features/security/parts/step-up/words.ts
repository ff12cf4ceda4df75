import type { NamedRequest } from '../../../../kit/api/create-api.ts';
import { loadText } from '../../../../kit/i18n/locale.ts';
import type { Text } from './text.en.ts';

export const loadWords = () => loadText<Text>(import.meta.glob('./text.*.ts'));

/** Describes a request in the player's language; null for a request that never needs a confirmation. */
export function describeRequest(
  text: Text,
  { name, params, body }: Pick<NamedRequest, 'name' | 'params' | 'body'>,
): string | null {
  const actions: Partial<Record<string, Text['actions'][keyof Text['actions']]>> = text.actions;
  const fields: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  const given = (field: string) => {
    const value = params[field] ?? fields[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return actions[name]?.(given) ?? null;
}
