-- The hash with which a month begins: it names the month and continues the hash of the month before, if there is one.
create or replace function ledger_month_hash(p_month date) returns bytea language sql stable as $$
  select sha256(coalesce((select s.hash from ledger_seals s where s.month < p_month order by s.month desc limit 1), '') || convert_to(to_char(p_month, 'YYYY-MM') || chr(10), 'UTF8'))
$$;
