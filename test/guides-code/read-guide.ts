import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../examples/copy-out.ts';

export interface Block {
  readonly language: string;
  /** The nearest heading above the block. */
  readonly heading: string;
  /** The text after the language, for example `file=server.mjs run`. */
  readonly marks: ReadonlyMap<string, string>;
  readonly code: string;
}

/** The code blocks of a document, as the service at `origin` shows them. */
export function readBlocks(document: string, origin: string): { source: string; blocks: Block[] } {
  const source = readFileSync(path.join(repository, document), 'utf8').replaceAll(
    'https://pid.example',
    origin,
  );
  const blocks: Block[] = [];
  for (const found of source.matchAll(/^( *)```(\w*)([^\n]*)\n(.*?)^\1```$/gms)) {
    const [, indent = '', language = '', marks = '', code = ''] = found;
    const before = source.slice(0, found.index);
    blocks.push({
      language,
      heading: [...before.matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '',
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      marks: new Map(
        marks
          .split(' ')
          .filter((mark) => mark !== '')
          .map((mark) => mark.split('=') as [string, string]),
      ),
    });
  }
  return { source, blocks };
}

/** The steps and the code of a guide. */
export function readGuide(name: string, origin: string): { steps: string[]; blocks: Block[] } {
  const { source, blocks } = readBlocks(`packages/web/guides/${name}`, origin);
  return { steps: [...source.matchAll(/^## \d+\. (.+)$/gm)].map(([, step]) => step!), blocks };
}

export function fileOf(blocks: readonly Block[], name: string): string {
  const found = blocks.find(({ marks }) => marks.get('file') === name);
  if (!found) throw new Error(`the guide has no ${name}`);
  return found.code;
}
