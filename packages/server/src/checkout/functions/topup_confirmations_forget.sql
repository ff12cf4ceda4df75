-- Deletes notices and responses of confirmations before a moment, at most `p_most`. Returns how many.
create or replace function topup_confirmations_forget(p_before timestamptz, p_most integer) returns bigint language plpgsql security definer set search_path from current as $$
declare
  v_count bigint;
begin
  update topup_confirmations set notice = null, answer = null where (topup_id, payment_id, paid) in (
    select topup_id, payment_id, paid from topup_confirmations
      where (answer is not null or notice is not null) and recorded_at < least(p_before, clock_timestamp() - interval '30 days')
      order by recorded_at limit p_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
revoke all on function topup_confirmations_forget from public;
