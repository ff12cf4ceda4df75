import { Card } from '../../../../kit/controls/card.tsx';
import { CodeBlock } from '../../../../kit/controls/code-block.tsx';
import type { OwnedApp } from '../../../../kit/api/shapes.ts';
import { exchangeSnippet, linkSnippet, returnAddressOf } from '../../parts/snippets.ts';
import type { Text } from './text.en.ts';

export function Snippets({ text, app }: { text: Text; app: OwnedApp }) {
  const input = {
    base: location.origin,
    clientId: app.client_id,
    address: returnAddressOf(app),
  };
  return (
    <Card title={text.snippetTitle}>
      <div class="grid grid-cols-1 gap-5">
        <CodeBlock label={text.snippetLink} copyLabel={text.copyCode} code={linkSnippet(input)} />
        <CodeBlock label={text.snippetExchange} copyLabel={text.copyCode} code={exchangeSnippet(input)} />
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
