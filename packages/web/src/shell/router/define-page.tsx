import type { ComponentType, VNode } from 'preact';
import type { Locale } from '../../kit/i18n/locale.ts';
import type { Layout, PageProps, Visit } from '../../kit/navigation/page-props.ts';

export interface LoadedPage {
  readonly title: string;
  render(visit: Visit): VNode;
}

export interface PageDefinition {
  readonly layout: Layout;
  load(locale: Locale): Promise<LoadedPage>;
}

/**
 * Connects a lazily loaded page with its dictionaries. A dictionary without one of the keys does not
 * type-check.
 */
export function definePage<Text extends { readonly title: string }>(
  layout: Layout,
  page: () => Promise<{ Page: ComponentType<PageProps<Text>> }>,
  dictionaries: Record<Locale, () => Promise<{ text: Text }>>,
): PageDefinition {
  return {
    layout,
    async load(locale) {
      const [{ Page }, { text }] = await Promise.all([page(), dictionaries[locale]()]);
      return { title: text.title, render: (visit) => <Page text={text} {...visit} /> };
    },
  };
}
