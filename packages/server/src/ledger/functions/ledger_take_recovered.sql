-- Moves a settlement that left before the database was restored, fee included, from the app's escrow to the account of settlements. It takes
-- income of any age, because the money is gone. Only the owner of the tables may call it.
create or replace function ledger_take_recovered(p_now timestamptz, p_id uuid, p_app bigint, p_total bigint, out outcome text, out available bigint, out at timestamptz)
language plpgsql as $$
declare
  c_settlements constant bigint := 9000000000000000007;
  v_escrow ledger_accounts;
begin
  perform ledger_lock(array[p_app, c_settlements]);
  select * into v_escrow from ledger_accounts where id = p_app and kind = 'app';
  if p_total is null or p_total <= 0 or v_escrow.id is null then
    raise exception 'a settlement is taken from the escrow of an app' using errcode = 'restrict_violation';
  end if;
  if v_escrow.closed_at is not null then outcome := 'app_closed'; return; end if;
  available := v_escrow.balance - v_escrow.deposited;
  if available < p_total then outcome := 'insufficient'; return; end if;
  select w.at into at
    from ledger_write(p_now, p_id, 'settlement', p_app, null, p_app, p_total, 0, 0, 0, null, p_id, array[p_app, c_settlements], array[-p_total, p_total]) w;
  outcome := 'taken';
end $$;
revoke all on function ledger_take_recovered from public;
