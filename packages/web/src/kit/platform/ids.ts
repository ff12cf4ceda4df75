/** `crypto.randomUUID` exists only in secure contexts; a development host with plain http must work too. */
export function randomKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function randomFraction(): number {
  const [word] = crypto.getRandomValues(new Uint32Array(1));
  return (word ?? 0) / 2 ** 32;
}
