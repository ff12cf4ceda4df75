import { Card } from '../../../../kit/controls/card.tsx';
import { CodeBlock } from '../../../../kit/controls/code-block.tsx';
import { useLoad, WhenLoaded } from '../../../../kit/controls/loading.tsx';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { buttonSnippet, callbackSnippet, exchangeSnippet, readHostedSdk } from '../../parts/snippets.ts';
import type { Text } from './text.en.ts';

export function Snippets({ text, app }: { text: Text; app: OwnedApp }) {
  const hosted = useLoad('sdk', readHostedSdk);
  return (
    <Card title={text.snippetTitle}>
      <div class="grid grid-cols-1 gap-5">
        <WhenLoaded loaded={hosted} waiting={8}>
          {(sdk) => {
            const input = { base: location.origin, sdk, app };
            return (
              <>
                <CodeBlock label={text.snippetButton} copyLabel={text.copyCode} code={buttonSnippet(input)} />
                <CodeBlock
                  label={text.snippetCallback}
                  copyLabel={text.copyCode}
                  code={callbackSnippet(input)}
                />
                <CodeBlock
                  label={text.snippetExchange}
                  copyLabel={text.copyCode}
                  code={exchangeSnippet(input)}
                />
              </>
            );
          }}
        </WhenLoaded>
        <p class="text-sm text-muted">
          {text.snippetMore}{' '}
          <a class="text-link" href="/docs/sign-in-web">
            {text.guide}
          </a>
        </p>
      </div>
    </Card>
  );
}
