import type { Language } from '@pid/contract/languages';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { later } from '../controls/loading.tsx';
import { loadText, locale } from './locale.ts';
import type { TextFiles } from './locale.ts';

interface Loaded<Text> {
  readonly language: Language;
  readonly text: Text;
}

/** Like `later`, for a component with a text of its own. The text follows the player's language. */
export function laterWithText<Props extends object, Text>(
  lines: number,
  files: TextFiles,
  load: () => Promise<ComponentType<Props & { readonly text: Text }>>,
) {
  const read = async (language: Language): Promise<Loaded<Text>> => ({
    language,
    text: await loadText<Text>(files, language),
  });
  return later<Props>(lines, async () => {
    const [Part, first] = await Promise.all([load(), read(locale.value)]);
    return function WithText(props: Props) {
      const [{ language, text }, setLoaded] = useState(first);
      const wanted = locale.value;
      useEffect(() => {
        if (wanted === language) return undefined;
        let isCurrent = true;
        // Without a network the component keeps its text.
        const follow = async () => {
          const loaded = await read(wanted).catch(() => null);
          if (loaded && isCurrent) setLoaded(loaded);
        };
        void follow();
        return () => {
          isCurrent = false;
        };
      }, [wanted, language]);
      return <Part {...props} text={text} />;
    };
  });
}
