-- How far the owner was told of incoming money: the number of the last entry of their balance that was looked at. Entries are numbered
-- without a gap in the order in which they are committed, so that nothing is told twice and nothing is passed over.
create table told_money (
  identity_id uuid primary key references identities (id) on delete cascade,
  version bigint not null
);
