-- Safe while nodes serve: yes. Nodes of earlier commits create payments without items.
-- The catalogue of an app.
create table app_items (
  client_id text not null references apps (client_id),
  -- Sorted by bytes, so that every database lists the items in the same order.
  sku text collate "C" not null check (sku ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  -- By language; the default language is always there.
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  price bigint not null check (price between 1 and 1000000000000),
  image_url text check (length(image_url) <= 500),
  updated_at timestamptz not null,
  primary key (client_id, sku)
);
-- The item that a payment is for, as it was when the payment was created. The price is `amount / quantity`.
alter table payments
  add column sku text,
  add column quantity smallint,
  add column item_names jsonb,
  add column item_image text,
  add constraint payments_item check ((sku is null) = (quantity is null) and (sku is null) = (item_names is null)
    and (item_image is null or sku is not null) and (quantity is null or quantity between 1 and 99 and amount % quantity = 0)) not valid;
