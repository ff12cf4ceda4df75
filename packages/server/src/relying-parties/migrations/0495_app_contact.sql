-- Where players who have paid ask about a payment.
alter table apps add column contact text check (length(contact) between 1 and 400);
