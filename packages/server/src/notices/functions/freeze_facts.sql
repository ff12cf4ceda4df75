-- What other slices may read of a freeze.
create or replace view freeze_facts as select identity_id, until from freezes;
