-- What other slices may know of what the chain will not take back.
create view final_operations as
  select id, position, kind, details, signature, network_fee_lamports + protocol_fee_lamports as fees_lamports, settled_at
  from relay_operations where state = 'finalized';
