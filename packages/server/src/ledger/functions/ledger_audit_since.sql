-- Copies the rows that an audit reads after a sealed month into temporary tables, which the end of the transaction drops: their statistics are right,
-- while those of the ledger do not know the newest rows. The settings make the planner use the indexes by time. Runs with the owner's privileges,
-- because the service's role may not create temporary tables.
create or replace function ledger_audit_since(p_month date) returns void language plpgsql
  set enable_seqscan = off set enable_nestloop = off set jit = off security definer set search_path from current as $$
declare
  c_until constant timestamptz := (select s.until from ledger_seals s where s.month = p_month);
  -- A payment ends, except by a refund, within eight days of its creation. Clocks may differ.
  c_changed constant timestamptz := c_until - interval '10 days';
  v_low uuid;
begin
  create temporary table audit_postings on commit drop as select * from ledger_postings where created_at >= c_until;
  analyze audit_postings;
  -- A posting is not older than its id, so ids from before the end of the month are rare. They only let this read more entries.
  select least(ledger_id_at(c_until), (select p.id from audit_postings p order by p.id limit 1)) into v_low;
  create temporary table audit_entries on commit drop as
    select e.* from ledger_entries e where e.posting_id >= v_low
      and not exists (select from ledger_postings p where p.id = e.posting_id and p.id >= v_low and p.created_at < c_until);
  create temporary table audit_keys on commit drop as select * from ledger_keys where created_at >= c_until;
  create temporary table audit_payments on commit drop as
    select id from payment_facts where id >= ledger_id_at(c_changed)
    union select reference from audit_postings where type in ('payment', 'hold', 'capture', 'hold_return', 'payment_refund');
  create temporary table audit_settlements on commit drop as
    select id from settlement_facts where changed_at >= c_until
    union select reference from audit_postings where type in ('settlement', 'settlement_paid', 'settlement_return');
  create temporary table audit_operations on commit drop as
    select id from paid_operations where created_at >= c_changed
    union select reference from audit_postings where type in ('activation', 'activation_return');
  analyze audit_entries, audit_keys, audit_payments, audit_settlements, audit_operations;
  grant select on audit_postings, audit_entries, audit_keys, audit_payments, audit_settlements, audit_operations to public;
end $$;
revoke all on function ledger_audit_since from public;
