-- Setting policies has an allowance of its own, so that nobody's policies use up what is there for votes.
alter table relay_operations drop constraint relay_operations_pool_check;
alter table relay_operations add constraint relay_operations_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'policy', 'sponsorship'));
alter table relay_spending drop constraint relay_spending_pool_check;
alter table relay_spending add constraint relay_spending_pool_check
  check (pool in ('general', 'withdrawal', 'activation', 'session', 'emergency', 'recovery', 'policy', 'sponsorship'));
