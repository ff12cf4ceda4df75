-- Whether a parent allowed this child to pay this total for this payment. Ending a link deletes the approvals of that parent for open payments, under the lock of the
-- child's account, which the caller holds. The caller has checked that the payment is open and not expired.
create or replace function is_approved_by_parent(p_child uuid, p_payment uuid, p_total bigint) returns boolean language sql stable as $$
  select exists (select from family_requests where child_id = p_child and payment_id = p_payment and total = p_total and decision = 'allow')
$$;
