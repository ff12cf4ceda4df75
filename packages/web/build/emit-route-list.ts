import { readFileSync } from 'node:fs';
import { languageCodes } from '../../contract/src/languages.ts';
import type { Language } from '../../contract/src/languages.ts';
import type { Plugin, Rolldown } from 'vite';
import { PAGE_NAMES, PAGE_PATHS } from '../src/kit/navigation/page-paths.ts';
import type { PageName } from '../src/kit/navigation/page-paths.ts';
import { FIRST_CALLS } from '../src/shell/router/first-calls.ts';

/** The router's lists. The shell contains the first; each of the others is a file of its own. */
const FIRST = 'src/shell/router/first-pages.ts';
const LISTS = [FIRST, 'src/shell/router/player-pages.ts', 'src/shell/router/pages.ts'];

/** Matches a page in the router's list: its name, its folder, and the folder of its texts. */
const PAGE =
  /(\w+): definePage\(\s*'\w+',\s*\(\) => import\('([^']+)\/page\.tsx'\),\s*import\.meta\.glob\('\.\/text\.\*\.ts', \{ base: '([^']+)' \}\)/gu;

/** Returns the folder of each page. Its texts must be in the same folder. */
export function foldersOfPages(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(PAGE)].map(([, name = '', folder = '', base = '']) => {
      if (base !== folder)
        throw new Error(`The page ${name} is in ${folder}, but the base of its texts is ${base}`);
      return [name, folder.replaceAll('../', '')];
    }),
  );
}

/**
 * Writes a list for the server: the paths of the pages (any other path is a 404 with the same shell), the
 * scripts that each page needs, so that the document can preload them all, and the first API calls of each
 * page, so that the document can contain their responses.
 */
export function emitRouteList(): Plugin {
  return {
    name: 'pid:emit-route-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const lists = LISTS.map((file) => ({
        file,
        folders: foldersOfPages(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')),
      }));
      const pages = PAGE_NAMES.map((name) => {
        const list = lists.find(({ folders }) => folders.has(name));
        if (!list) this.error(`The page ${name} is missing from the router's lists`);
        const folder = list.folders.get(name) ?? '';
        return describe(name, folder, list.file === FIRST ? [] : [`/${list.file}`], chunks);
      });
      this.emitFile({
        type: 'asset',
        fileName: 'routes.json',
        source: `${JSON.stringify({ pages }, null, 2)}\n`,
      });
    },
  };
}

type Chunk = Rolldown.OutputChunk;

/** `inline-runtime.ts` puts the runtime into the chunks that need it. */
const isRuntime = ({ fileName }: Chunk) => fileName.includes('rolldown-runtime');

const holds = (chunk: Chunk, suffix: string) => chunk.moduleIds.some((id) => id.endsWith(suffix));

/** Returns the chunks and everything that they import. */
function closure(start: readonly Chunk[], chunks: readonly Chunk[]): Set<Chunk> {
  const reached = new Set<Chunk>();
  const queue = [...start];
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (reached.has(chunk)) continue;
    reached.add(chunk);
    queue.push(...chunks.filter(({ fileName }) => chunk.imports.includes(fileName)));
  }
  return reached;
}

function describe(name: PageName, folder: string, lists: readonly string[], chunks: readonly Chunk[]) {
  const shell = closure(
    chunks.filter(({ isEntry }) => isEntry),
    chunks,
  );
  const scripts = (language: Language) => {
    const wanted = [
      ...lists,
      `/${folder}/page.tsx`,
      `/${folder}/text.${language}.ts`,
      `/i18n/common.${language}.ts`,
    ].flatMap((suffix) => chunks.filter((chunk) => holds(chunk, suffix)).slice(0, 1));
    return [...closure(wanted, chunks)]
      .filter((chunk) => !shell.has(chunk) && !isRuntime(chunk))
      .map(({ fileName }) => `/${fileName}`);
  };
  return {
    path: PAGE_PATHS[name],
    scripts: Object.fromEntries(languageCodes.map((language) => [language, scripts(language)])),
    calls: FIRST_CALLS[name] ?? [],
  };
}
