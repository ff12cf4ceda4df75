-- Safe while nodes serve: yes, while PID_ACTIVATION_FOR_RUPIAH is off, the default: nodes of earlier commits would settle a paid activation that
-- did not land without returning its price.
-- The pool of activations that players pay in rupiah.
alter table relay_operations
  add constraint relay_operations_pools check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'policy', 'sponsorship', 'paid')) not valid,
  drop constraint relay_operations_pool_check;
alter table relay_spending
  add constraint relay_spending_pools check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'policy', 'sponsorship', 'paid')) not valid,
  drop constraint relay_spending_pool_check;
