import { useState } from 'preact/hooks';
import { defaultLanguage, languageCodes, languages, type Language } from '@pid/contract/languages';
import { api } from '../../../../kit/api/api.ts';
import type { CatalogueItem } from '../../../../kit/api/shapes.ts';
import { ConfirmDialog } from '../../../../kit/controls/confirm-dialog.tsx';
import { TextField } from '../../../../kit/controls/inputs.tsx';
import { Fact, Facts } from '../../../../kit/controls/item-list.tsx';
import { AmountField } from '../../../../kit/money/amount-field.tsx';
import { readAmount } from '../../../../kit/money/read-amount.ts';
import type { Text } from './text.en.ts';

interface ItemDialogProps {
  readonly text: Text;
  readonly clientId: string;
  /** Null for a new item. */
  readonly item: CatalogueItem | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const SKU = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;

export function ItemDialog({ text, clientId, item, onSaved, onClose }: ItemDialogProps) {
  const [sku, setSku] = useState(item?.sku ?? '');
  const [names, setNames] = useState<Partial<Record<Language, string>>>(item?.names ?? {});
  const [price, setPrice] = useState(() => (item ? String(item.price) : ''));
  const [imageUrl, setImageUrl] = useState(item?.imageUrl ?? '');
  const rupiah = readAmount(price);
  const mainName = (names[defaultLanguage] ?? '').trim();
  const given = languageCodes
    .map((code) => [code, (names[code] ?? '').trim()] as const)
    .filter(([, name]) => name !== '');
  return (
    <ConfirmDialog
      open
      title={item ? text.changeTitle : text.addTitle}
      confirm={text.save}
      look="primary"
      disabled={rupiah === null || mainName === '' || !SKU.test(sku.trim())}
      onClose={onClose}
      onConfirm={async () => {
        await api.call('setItem', {
          client_id: clientId,
          sku: sku.trim(),
          names: { ...Object.fromEntries(given), [defaultLanguage]: mainName },
          price: rupiah ?? 0,
          imageUrl: imageUrl.trim() === '' ? null : imageUrl.trim(),
        });
        onSaved();
      }}
    >
      {item ? (
        <Facts>
          <Fact label={text.sku}>{item.sku}</Fact>
        </Facts>
      ) : (
        <TextField
          label={text.sku}
          hint={text.skuHint}
          value={sku}
          onInput={setSku}
          input={{
            name: 'sku',
            autocomplete: 'off',
            autocapitalize: 'none',
            spellcheck: false,
            maxLength: 64,
          }}
        />
      )}
      {languageCodes.map((code) => (
        <TextField
          key={code}
          label={text.nameIn(languages[code].name)}
          hint={code === defaultLanguage ? undefined : text.nameOptional}
          value={names[code] ?? ''}
          onInput={(name) => setNames({ ...names, [code]: name })}
          input={{ name: `name-${code}`, autocomplete: 'off', maxLength: 120 }}
        />
      ))}
      <AmountField name="price" label={text.price} value={price} onInput={setPrice} />
      <TextField
        label={text.imageUrl}
        hint={text.imageHint}
        value={imageUrl}
        onInput={setImageUrl}
        input={{ name: 'imageUrl', inputMode: 'url', autocomplete: 'off', maxLength: 500 }}
      />
    </ConfirmDialog>
  );
}
