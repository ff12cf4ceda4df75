/** Older ones are asked for anew: a page that waited long shows what is, not what was. */
const FRESH_MILLISECONDS = 30_000;

export interface FirstAnswers {
  /** The answer that came with the document, once; null when there is none (any more). */
  take(method: string, path: string): Response | null;
}

interface Deps {
  /** The text that the server wrote into the document. */
  read(): string | null;
  /** Since the document was asked for. */
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
 * What the page asks first has been answered by the server while it wrote the document: one wave less on a slow line. Each answer
 * serves once; whoever asks again wants to know anew.
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
