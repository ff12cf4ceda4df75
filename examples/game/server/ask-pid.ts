/** PID refused the request. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Sends one JSON request to PID and returns the JSON response. Throws `Refused` for an error status. */
export async function askPid<Answer>(
  address: string,
  body?: object,
  send: (address: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Answer> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const init = body
    ? { method: 'POST', headers, body: JSON.stringify(body) }
    : { headers: { accept: headers.accept } };
  const answer = await send(address, init);
  if (!answer.ok) throw new Refused(`${address} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}
