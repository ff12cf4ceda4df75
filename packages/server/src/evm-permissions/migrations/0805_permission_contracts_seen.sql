-- Whether a node of the chain has shown account and verifier when the permission was made; where the operator has named none, nobody knows.
alter table evm_permissions add column contracts_seen boolean not null default false;
