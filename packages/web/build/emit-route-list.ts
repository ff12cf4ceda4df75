import type { Plugin } from 'vite';
import { PAGE_PATHS } from '../src/kit/navigation/page-paths.ts';

/** Tells the server which paths are pages (anything else is a 404 that shows the same shell). */
export function emitRouteList(): Plugin {
  return {
    name: 'pid:emit-route-list',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify({ pages: Object.values(PAGE_PATHS) }, null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}
