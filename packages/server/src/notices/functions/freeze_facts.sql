-- The columns of a freeze that other slices may read.
create or replace view freeze_facts as select identity_id, until from freezes;
