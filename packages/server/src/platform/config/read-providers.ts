import { readJson, readUrl, type Reader } from './readers.ts';

export interface ProviderConfig {
  readonly id: string;
  readonly name: string;
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Apple requires form_post as soon as an app requests the e-mail address. */
  readonly responseMode: 'query' | 'form_post';
}

export const readProviders: Reader<ProviderConfig[]> = (text) => {
  const list = readJson(text);
  if (!Array.isArray(list) || list.length === 0)
    throw new Error('must be a JSON array with at least one provider');
  const providers = list.map(readProvider);
  if (new Set(providers.map(({ id }) => id)).size !== providers.length)
    throw new Error('must not contain the same provider id twice');
  return providers;
};

function readProvider(entry: Record<string, unknown>, index: number): ProviderConfig {
  const textOf = (key: string, fallback?: string): string => {
    const value = entry[key] ?? fallback;
    if (typeof value !== 'string' || value === '') throw new Error(`[${index}].${key} must be a text`);
    return value;
  };
  const id = textOf('id');
  if (!/^[a-z0-9-]{1,32}$/.test(id) || id === 'passkey')
    throw new Error(`[${index}].id must be 1-32 characters of a-z, 0-9 and -, and not passkey`);
  const responseMode = textOf('responseMode', 'query');
  if (responseMode !== 'query' && responseMode !== 'form_post')
    throw new Error(`[${index}].responseMode must be query or form_post`);
  return {
    id,
    name: textOf('name', id),
    issuer: readUrl(textOf('issuer')),
    clientId: textOf('clientId'),
    clientSecret: textOf('clientSecret'),
    scope: textOf('scope', 'openid email'),
    responseMode,
  };
}
