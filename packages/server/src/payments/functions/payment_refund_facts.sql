-- What other slices may read of a refund.
create or replace view payment_refund_facts as select id, payment_id, reason from payment_refunds;
