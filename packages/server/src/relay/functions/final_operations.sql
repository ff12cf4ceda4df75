-- The columns of finalized operations that other slices may read.
create or replace view final_operations as
  select id, position, kind, details, signature, network_fee_lamports + protocol_fee_lamports as fees_lamports, settled_at
  from relay_operations where state = 'finalized';
