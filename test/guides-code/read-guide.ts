import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../examples/copy-out.ts';

export interface Block {
  readonly language: string;
  /** The text after the language, for example `file=server.mjs run`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly code: string;
}

/** The code of a guide, as the service at `origin` shows it. */
export function readGuide(name: string, origin: string): { steps: string[]; blocks: Block[] } {
  const source = readFileSync(path.join(repository, 'packages/web/guides', name), 'utf8').replaceAll(
    'https://pid.example',
    origin,
  );
  const blocks = [...source.matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(
    ([, language = '', marks = '', code = '']) => ({
      language,
      code,
      marks: new Map(
        marks
          .split(' ')
          .filter((mark) => mark !== '')
          .map((mark) => mark.split('=') as [string, string]),
      ),
    }),
  );
  return { steps: [...source.matchAll(/^## \d+\. (.+)$/gm)].map(([, step]) => step!), blocks };
}

export function fileOf(blocks: readonly Block[], name: string): string {
  const found = blocks.find(({ marks }) => marks.get('file') === name);
  if (!found) throw new Error(`the guide has no ${name}`);
  return found.code;
}
