-- What other slices may know of a freeze: until when it lasts or lasted.
create view freeze_facts as select identity_id, until from freezes;
