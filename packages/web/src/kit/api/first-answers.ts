/** Older responses are requested again, so that a page that waited long shows current data. */
const FRESH_MILLISECONDS = 30_000;

export interface FirstAnswers {
  /** Returns the response that came with the document, once; null if there is none or it has been used. */
  take(method: string, path: string): Response | null;
}

interface Deps {
  /** The text that the server wrote into the document. */
  read(): string | null;
  /** Time since the document was requested. */
  ageMilliseconds(): number;
}

function parse(text: string | null): Map<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

/**
 * The server writes the responses to a page's first calls into the document, which saves a round trip on a
 * slow connection. Each response is used once, because a second call wants current data.
 */
export function createFirstAnswers({ read, ageMilliseconds }: Deps): FirstAnswers {
  let answers: Map<string, unknown> | null = null;
  return {
    take(method, path) {
      answers ??= parse(read());
      const answer = answers.get(path);
      if (method !== 'GET' || answer === undefined || ageMilliseconds() > FRESH_MILLISECONDS) return null;
      answers.delete(path);
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
    },
  };
}
