-- Created with the identities, by one migration; nobody but the profile has named it since.
comment on table profiles is 'of the slice profile';
