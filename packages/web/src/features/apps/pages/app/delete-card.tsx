import { useState } from 'preact/hooks';
import { api } from '../../../../kit/api/api.ts';
import { Button } from '../../../../kit/controls/button.tsx';
import { Card } from '../../../../kit/controls/card.tsx';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { showToast } from '../../../../kit/controls/toast.tsx';
import { navigate } from '../../../../kit/navigation/navigate.ts';
import { PAGE_PATHS } from '../../../../kit/navigation/page-paths.ts';
import type { RegisteredApp } from '../../../../kit/api/shapes.ts';
import type { Text } from './text.en.ts';

export function DeleteCard({ text, app }: { text: Text; app: RegisteredApp }) {
  const [asking, setAsking] = useState(false);
  return (
    <Card title={text.deleteCard}>
      <p class="-mt-3 mb-4 text-sm text-muted">{text.deleteBody}</p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {text.delete}
      </Button>
      <ConfirmDialog
        open={asking}
        title={text.deleteTitle(app.name)}
        confirm={text.delete}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await api.call('deleteApp', { client_id: app.client_id });
          await navigate(PAGE_PATHS.apps, { replace: true });
          showToast(text.deleted(app.name));
        }}
      >
        <p>{text.deleteBody}</p>
      </ConfirmDialog>
    </Card>
  );
}
