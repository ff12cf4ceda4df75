-- Activations that players paid in rupiah, for the ledger, which takes and returns their price and audits it.
create or replace view paid_operations as
  select id, identity_id, state, (details ->> 'price')::bigint as price, created_at from relay_operations where pool = 'paid';
