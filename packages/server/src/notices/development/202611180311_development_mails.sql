-- Safe while nodes serve: yes.
-- Mails that would have been sent, on a developer's machine.
create table if not exists development_mails (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  address text not null,
  subject text not null,
  text text not null,
  html text not null
);
