-- The columns of a profile that other slices may read.
create or replace view profile_facts as select identity_id, display_name, avatar_url, bio, country, locale from profiles;
