/** Sends an operation to this service as whoever is signed in here: the session is the browser's, and nothing else is sent along. */
export function startTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.docs-try')) {
    const output = form.querySelector('output');
    const input = form.querySelector('textarea');
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!output || !input) return;
      output.textContent = 'Sending';
      send(form.dataset['method'] ?? 'GET', form.dataset['path'] ?? '', input.value).then(
        (answer) => (output.textContent = answer),
        (error: unknown) => (output.textContent = error instanceof Error ? error.message : String(error)),
      );
    });
  }
}

async function send(method: string, path: string, text: string): Promise<string> {
  const { address, rest } = fillPath(path, JSON.parse(text || '{}') as Record<string, unknown>);
  const isRead = method === 'GET';
  const query = isRead ? new URLSearchParams(rest as Record<string, string>).toString() : '';
  const answer = await fetch(`${address}${query === '' ? '' : `?${query}`}`, {
    method,
    ...(isRead ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) }),
  });
  const code = answer.headers.get('pid-error');
  const body = await answer.text();
  return `${answer.status}${code === null ? '' : `  pid-error: ${code}`}\n\n${prettied(body)}`;
}

/** What the address names goes there; the rest is the query or the body. */
export function fillPath(
  path: string,
  fields: Record<string, unknown>,
): { address: string; rest: Record<string, unknown> } {
  const rest = { ...fields };
  const address = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
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
