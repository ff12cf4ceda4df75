import { toAddress, type Address } from '@pid/protocol';
import { parseUrl } from '../parse-url.ts';

/** Turns the text of a variable into a value, or throws an error that says which form it must have. */
export type Reader<T> = (text: string) => T;

export const readText: Reader<string> = (text) => text;

export const readUrl: Reader<URL> = (text) => {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https address');
  return url;
};

export function readInteger(minimum: number, maximum: number): Reader<number> {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum)
      throw new Error(`must be an integer from ${minimum} to ${maximum}`);
    return value;
  };
}

export const readList: Reader<string[]> = (text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

export function readOneOf<const Values extends readonly string[]>(values: Values): Reader<Values[number]> {
  return (text) => {
    if (!values.includes(text)) throw new Error(`must be one of ${values.join(', ')}`);
    return text;
  };
}

export const readUrlList: Reader<URL[]> = (text) => readList(text).map(readUrl);

export const readAddress: Reader<Address> = (text) => {
  try {
    return toAddress(text);
  } catch {
    throw new Error('must be a Solana address: 32 bytes in base58');
  }
};
