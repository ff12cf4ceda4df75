/**
 * Sends an operation to this service with the session of the player signed in to this browser, and no other
 * credentials.
 */
export function startTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.docs-try')) {
    const output = form.querySelector('output');
    const input = form.querySelector('textarea');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!output || !input) return;
      output.textContent = 'Sending';
      send(form.dataset['method'] ?? 'GET', form.dataset['path'] ?? '', input.value).then(
        ({ text, status }) => output.replaceChildren(text, ...(status === 401 ? [signInLink()] : [])),
        (error: unknown) => (output.textContent = error instanceof Error ? error.message : String(error)),
      );
    });
  }
}

function signInLink(): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = `/signin?returnTo=${encodeURIComponent(location.pathname + location.search + location.hash)}`;
  link.textContent = 'Sign in to try this';
  return link;
}

async function send(method: string, path: string, text: string): Promise<{ text: string; status: number }> {
  const { address, rest } = fillPath(path, JSON.parse(text || '{}') as Record<string, unknown>);
  const isRead = method === 'GET';
  const query = isRead ? new URLSearchParams(rest as Record<string, string>).toString() : '';
  const ask = () =>
    fetch(`${address}${query === '' ? '' : `?${query}`}`, {
      method,
      ...(isRead ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) }),
    });
  let answer = await ask();
  // Renew the session as the other pages do, and repeat the request. A request refused with 401 had no
  // effect.
  if (answer.status === 401 && (await fetch('/v1/auth/refresh', { method: 'POST' })).ok) answer = await ask();
  const code = answer.headers.get('pid-error');
  const body = await answer.text();
  const line = `${answer.status}${code === null ? '' : `  pid-error: ${code}`}`;
  return { text: `${line}\n\n${prettied(body)}\n`, status: answer.status };
}

/** Puts the fields that the path names into it. The other fields become the query or the body. */
export function fillPath(
  path: string,
  fields: Record<string, unknown>,
): { address: string; rest: Record<string, unknown> } {
  const rest = { ...fields };
  const address = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => {
    const value = rest[name];
    if (value === undefined || value === '') throw new Error(`Fill in ${name}`);
    delete rest[name];
    return encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));
  });
  return { address, rest };
}

function prettied(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
