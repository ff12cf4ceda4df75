import { locale } from '../../../../kit/i18n/locale.ts';
import type { KnownCall } from './operations.ts';
import type { PlainCall } from '../../../../kit/api/create-api.ts';
import type { Text } from './text.en.ts';

export async function loadWords(): Promise<Text> {
  return (await (locale.value === 'id' ? import('./text.id.ts') : import('./text.en.ts'))).text;
}

/** What a request does, in the reader's words. */
export function deedOf(text: Text, { operation, params }: KnownCall, body: PlainCall['body']): string {
  const fields: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {};
  return text.deeds[operation]((name) => {
    const value = params[name] ?? fields[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}
