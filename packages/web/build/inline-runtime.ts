import type { Plugin, Rolldown } from 'vite';

const RUNTIME = /rolldown-runtime/u;

/** Inlines the bundler's shared runtime: a hundred bytes are not worth a separate request. */
export function inlineRuntime(): Plugin {
  return {
    name: 'pid:inline-runtime',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const runtime = Object.values(bundle).find(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk' && RUNTIME.test(file.fileName),
        );
        const entry = Object.values(bundle).find(({ fileName }) =>
          /^assets\/index-[^/]+\.js$/u.test(fileName),
        );
        if (!runtime || !entry) return;
        const [, body = '', names = ''] = /^([\s\S]*?)export\s*\{([^}]*)\};?\s*$/u.exec(runtime.code) ?? [];
        const exported = new Map(
          names.split(',').map((name): [string, string] => {
            const [local = '', as = local] = name.trim().split(/\s+as\s+/u);
            return [as, local];
          }),
        );
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName === 'index.html')
            file.source = withoutRuntime(String(file.source));
          if (file.type !== 'chunk' || file === runtime) continue;
          const code = file.code.replace(
            /import\s*\{([^}]*)\}\s*from\s*["']\.\/rolldown-runtime[^"']*["'];?/u,
            (_statement, wanted: string) => {
              const pairs = wanted.split(',').map((name) => name.trim().split(/\s+as\s+/u));
              const locals = pairs.map(([from = '', to = from]) => to).join(',');
              const values = pairs.map(([from = '']) => exported.get(from) ?? '').join(',');
              return `const[${locals}]=(()=>{${body}return[${values}]})();`;
            },
          );
          // Preload lists name the runtime too. The entry is already loaded.
          file.code = code.replaceAll(runtime.fileName, entry.fileName);
        }
      },
    },
  };
}

/** The document still names the runtime, which its entry no longer imports. */
function withoutRuntime(document: string): string {
  return document.replaceAll(/\s*<(?:link|script)[^>]*rolldown-runtime[^>]*>(?:<\/script>)?/gu, '');
}
