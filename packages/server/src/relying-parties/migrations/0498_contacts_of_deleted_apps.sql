-- A contact is somebody's address; it goes with the app.
update apps set contact = null where deleted_at is not null and contact is not null;
