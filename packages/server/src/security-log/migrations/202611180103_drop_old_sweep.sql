-- Safe while nodes serve: yes. The last commits call the function with two arguments.
drop function if exists security_events_sweep();
