-- A top-up's fee goes to, and a refund takes it from, the fee account of its id. The functions stay to the letter but for that.
do $$
declare
  v_name text;
  v_before text;
  v_after text;
begin
  foreach v_name in array array['ledger_credit_topup', 'ledger_claw_back'] loop
    v_before := pg_get_functiondef(v_name::regproc);
    v_after := replace(v_before, 'c_fees constant bigint := 9000000000000000001;', 'c_fees constant bigint := ledger_fee_account(p_topup);');
    if v_after = v_before then raise exception '% has nothing to change', v_name; end if;
    execute v_after;
  end loop;
end $$;
