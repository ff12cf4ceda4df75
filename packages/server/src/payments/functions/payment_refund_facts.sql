-- The columns of a refund that other slices may read.
create or replace view payment_refund_facts as select id, payment_id, reason from payment_refunds;
