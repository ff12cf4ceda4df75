import { languageCodes } from '@pid/contract/languages';
import { sha256 } from '../platform/hash.ts';
import type { HtmlPage } from '../platform/http/index.ts';
import { loadTexts } from '../platform/load-texts.ts';
import type { Mode } from '../platform/settings.ts';
import type { Text } from './words.en.ts';

const texts = await loadTexts<Text>(async (language) => (await import(`./words.${language}.ts`)).text);

/** Above the page, whatever its layout is, in a colour that no page uses. A page can change its language without a new request. */
const style = [
  'html{padding-top:1.75rem}',
  '.play-money{position:absolute;inset:0 0 auto;background:#ffb300;color:#2b1a00;font:600 .8125rem/1.75rem system-ui,sans-serif;text-align:center}',
  ...languageCodes.map(
    (language) => `html[lang=${language}] .play-money :not([lang=${language}]){display:none}`,
  ),
].join('');
const hash = `'sha256-${sha256(style).toString('base64')}'`;
const words = languageCodes.map((language) => `<span lang="${language}">${texts[language].playMoney}</span>`);
const banner = `<aside class="play-money">${words.join('')}</aside>`;

/** What every page of a service in this mode passes through before it is sent. */
export function pageMark(mode: Mode): (page: HtmlPage) => HtmlPage {
  return mode === 'sandbox' ? markPlayMoney : (page) => page;
}

function markPlayMoney({ html, policy }: HtmlPage): HtmlPage {
  if (html.includes(banner)) return { html, policy };
  return {
    html: html
      // A page that is kept as a file has its policy in itself.
      .replace(/(?<=http-equiv="Content-Security-Policy" content="[^"]*)style-src /, `style-src ${hash} `)
      .replace('</head>', () => `<style>${style}</style></head>`)
      .replace(/<body[^>]*>/, (body) => body + banner),
    policy: policy.replace('style-src ', `style-src ${hash} `),
  };
}
