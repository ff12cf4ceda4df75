-- Safe while nodes serve: yes. The column is null for sessions of earlier nodes.
-- The app that asked for the session. It names the game if administrators have no name for the program.
alter table session_grants add column client_id text;
