-- The current period of an allowance at a moment, and what was charged in it. Time does not go back before the latest charge, so a clock that was set
-- back does not open an earlier period again. In another time zone than that of the latest charge, the charges are counted anew by its calendar.
create or replace function allowance_counter(p_allowance allowances, p_at timestamptz, p_zone text, out period_start date, out charged bigint, out period_ends timestamptz)
language plpgsql stable as $$
begin
  period_start := allowance_period(p_allowance.period, greatest(p_at, p_allowance.charged_at), p_zone);
  charged := 0;
  if p_allowance.zone = p_zone then
    if p_allowance.period_start >= period_start then charged := p_allowance.charged; end if;
  elsif p_allowance.zone is not null then
    charged := least(charged_since(p_allowance.id, p_allowance.period, period_start, p_zone), p_allowance.amount);
  end if;
  period_ends := (period_start + ('1 ' || p_allowance.period)::interval) at time zone p_zone;
end $$;
