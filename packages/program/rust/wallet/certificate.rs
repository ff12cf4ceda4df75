//! The registrar's certificate: an Ed25519 signature which states that this account belongs to the holder of
//! this passkey. The precompile has verified the signature two instructions before this one.
use crate::ensure;
use crate::errors::*;
use crate::passkey::instruction_before;
use crate::runtime::keys::ED25519;
use crate::runtime::{Account, Context, Outcome, equal};
use crate::view_config::Config;
use crate::view_wallet::AUTHORITY_SIZE;

/// No transaction begins with 0xff, so a certificate can never be mistaken for one.
const DOMAIN: &[u8; 17] = b"\xffPID:SOLANA:CERT\0";
const GENESIS: usize = 17;
const PROGRAM: usize = 49;
const ACCOUNT_ID: usize = 81;
const AUTHORITY: usize = 113;
const RP_ID_HASH: usize = 146;
const ISSUED_AT: usize = 178;
const MESSAGE: usize = 186;

const KEY_AT: usize = 16;
const MESSAGE_AT: usize = KEY_AT + 32 + 64;
const PRECOMPILE: usize = MESSAGE_AT + MESSAGE;
/// Offsets of signature, key and message, each with the index of "this instruction" (0xffff), and the size of
/// the message.
const OFFSETS: [u8; 14] = [48, 0, 0xff, 0xff, 16, 0, 0xff, 0xff, 112, 0, 186, 0, 0xff, 0xff];

pub struct Certificate<'a> {
    pub config: Config,
    pub sysvar: Account,
    pub account_id: &'a [u8],
    pub authority: &'a [u8],
    pub issued_at: i64,
}

/// Refuses unless the config's registrar has signed exactly this certificate.
#[inline(never)]
pub fn verify(context: &Context, certificate: &Certificate) -> Outcome {
    let data = instruction_before::<2>(certificate.sysvar, &ED25519, NO_CERTIFICATE)?;
    ensure!(data.len() == PRECOMPILE, CERTIFICATE_FORM);
    ensure!(data[0] == 1, CERTIFICATE_FORM);
    ensure!(equal(&data[2..KEY_AT], &OFFSETS), CERTIFICATE_FORM);
    let config = certificate.config;
    ensure!(equal(&data[KEY_AT..KEY_AT + 32], config.registrar()), CERTIFICATE_REGISTRAR);
    let message = &data[MESSAGE_AT..];
    ensure!(equal(&message[..GENESIS], DOMAIN), CERTIFICATE_MISMATCH);
    ensure!(equal(&message[GENESIS..PROGRAM], config.genesis()), CERTIFICATE_MISMATCH);
    ensure!(equal(&message[PROGRAM..ACCOUNT_ID], context.program), CERTIFICATE_MISMATCH);
    ensure!(equal(&message[ACCOUNT_ID..AUTHORITY], certificate.account_id), CERTIFICATE_MISMATCH);
    ensure!(equal(&message[AUTHORITY..AUTHORITY + AUTHORITY_SIZE], certificate.authority), CERTIFICATE_MISMATCH);
    ensure!(equal(&message[RP_ID_HASH..ISSUED_AT], config.rp_id_hash()), CERTIFICATE_MISMATCH);
    ensure!(equal(&message[ISSUED_AT..], &certificate.issued_at.to_le_bytes()), CERTIFICATE_MISMATCH);
    Ok(())
}
