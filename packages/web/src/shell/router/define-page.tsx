import type { ComponentType, VNode } from 'preact';
import type { Language } from '@pid/contract/languages';
import { loadText } from '../../kit/i18n/locale.ts';
import type { TextFiles } from '../../kit/i18n/locale.ts';
import type { Layout, PageProps, Visit } from '../../kit/navigation/page-props.ts';

export interface LoadedPage {
  readonly title: string;
  render(visit: Visit): VNode;
}

export interface PageDefinition {
  readonly layout: Layout;
  load(language: Language): Promise<LoadedPage>;
}

/** Connects a lazily loaded page with its texts. */
export function definePage<Text extends { readonly title: string }>(
  layout: Layout,
  page: () => Promise<{ Page: ComponentType<PageProps<Text>> }>,
  texts: TextFiles,
): PageDefinition {
  return {
    layout,
    async load(language) {
      const [{ Page }, text] = await Promise.all([page(), loadText<Text>(texts, language)]);
      return { title: text.title, render: (visit) => <Page text={text} {...visit} /> };
    },
  };
}
