-- What other slices may know of a refund.
create view payment_refund_facts as select id, payment_id, reason from payment_refunds;
