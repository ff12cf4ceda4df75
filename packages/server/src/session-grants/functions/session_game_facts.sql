-- The names of the games of registered sessions: the administrators' name of the program, else the name of the app that asked.
create or replace view session_game_facts as select g.session_address, coalesce(p.name, a.name) as game
  from session_grants g left join game_programs p on p.program = g.allowed_program left join app_facts a on a.client_id = g.client_id;
