-- Safe while nodes serve: yes. Nodes of earlier releases neither read nor write this table; those of an unreleased build append nothing until they are replaced.
-- The range of the ids of a bundle found too many bundles where old and new ids share bundles.
drop index log_bundles_ids;
alter table log_bundles drop column lowest, drop column highest;
