//! WebAuthn on the chain: the program rebuilds the payload from its own accounts, the precompile has verified
//! the signature, and this module checks that the two match.
use crate::ensure;
use crate::errors::*;
use crate::runtime::keys::{INSTRUCTIONS, SECP256R1};
use crate::runtime::syscalls::{sha256, unix_time};
use crate::runtime::{Account, Aligned, Bytes, Context, Failure, Hash, Key, Outcome, bytes, equal, same_key};
use crate::view_config::Config;
use crate::view_wallet::{AUTHORITY_SIZE, Wallet};

const DOMAIN: &[u8; 16] = b"PID:SOLANA:AUTH\0";
const PAYLOAD_VERSION: u8 = 3;
const TTL_SECONDS: i64 = 600;

pub const ACTIVATE: u8 = 1;
pub const WITHDRAW: u8 = 2;
pub const ROTATE: u8 = 3;
pub const REGISTER_SESSION: u8 = 4;
pub const REVOKE_SESSION: u8 = 5;
pub const EXIT: u8 = 6;
pub const SET_POLICY: u8 = 7;
pub const VOTE: u8 = 8;
pub const CANCEL: u8 = 9;
pub const CLAIM: u8 = 10;

/// `expiry` must be within [now, now + 600].
#[inline(never)]
pub fn check_expiry(expiry: i64, now: i64) -> Outcome {
    ensure!(expiry >= now, EXPIRY_PASSED);
    ensure!(expiry <= now.saturating_add(TTL_SECONDS), EXPIRY_TOO_FAR);
    Ok(())
}

/// Everything that a signature covers, in addition to the program and the config's cluster.
pub struct Request<'a> {
    pub config: Config,
    pub sysvar: Account,
    pub action: u8,
    pub policy: u32,
    pub nonce: u64,
    pub expiry: i64,
    pub account_id: &'a [u8],
    pub vault: &'a [u8],
    pub authority: &'a [u8],
    pub body: &'a [Bytes<'a>; 3],
    /// Offset in the instruction data at which the tail of clientDataJSON begins.
    pub tail: usize,
}

/// The parties and the time of a request for an existing wallet.
pub struct Parties<'a> {
    pub config: Config,
    pub wallet: Wallet<'a>,
    pub now: i64,
}

impl<'a> Parties<'a> {
    /// `room` holds the address of the vault.
    #[inline(always)]
    pub fn load(context: &Context, config: usize, account: usize, room: &'a mut Hash) -> Outcome<Self> {
        let config = Config::load(context, context.account(config))?;
        ensure!(context.account(account).is_writable(), NOT_WRITABLE);
        let wallet = Wallet::load(context, context.account(account), room)?;
        Ok(Parties { config, wallet, now: unix_time() })
    }
}

/// The content of a request for an existing wallet. Its instruction data begins with tag, nonce and expiry.
pub struct Order<'a> {
    pub sysvar: Account,
    pub action: u8,
    pub policy: u32,
    pub body: [Bytes<'a>; 3],
    pub tail: usize,
}

/// Proves the owner's consent and consumes the nonce.
#[inline(never)]
pub fn authorise(context: &Context, parties: &Parties, order: &Order) -> Outcome {
    const NONCE: usize = 1;
    const EXPIRY: usize = 9;
    let wallet = &parties.wallet;
    let expiry = context.u64_at(EXPIRY) as i64;
    check_expiry(expiry, parties.now)?;
    let nonce = wallet.nonce();
    ensure!(context.u64_at(NONCE) == nonce, WRONG_NONCE);
    verify(
        context,
        &Request {
            config: parties.config,
            sysvar: order.sysvar,
            action: order.action,
            policy: order.policy,
            nonce,
            expiry,
            account_id: wallet.id(),
            vault: wallet.vault(),
            authority: wallet.authority(),
            body: &order.body,
            tail: order.tail,
        },
    )?;
    wallet.set_nonce(nonce.checked_add(1).ok_or(OVERFLOW)?);
    Ok(())
}

/// Refuses unless `authority` has signed exactly this request.
#[inline(never)]
pub fn verify(context: &Context, request: &Request) -> Outcome {
    let config = request.config;
    let data = precompile_data(request, PRECOMPILE, &OFFSETS)?;
    // The length is checked, so offsets into a fixed array need no further checks.
    let message = unsafe { &*(data.as_ptr().add(MESSAGE_AT) as *const [u8; MESSAGE]) };
    check_authenticator_data(message, config)?;
    let tail = &context.data[request.tail..];
    check_tail(tail)?;

    let mut challenge = Aligned([0u8; 40]);
    write_challenge(context, request, unsafe { &mut *(challenge.0.as_mut_ptr() as *mut Hash) });
    let mut encoded = Aligned([0u8; 48]);
    base64url(&challenge.0, &mut encoded.0);
    let client_data = [
        bytes(b"{\"type\":\"webauthn.get\",\"challenge\":\""),
        bytes(&encoded.0[..43]),
        bytes(b"\",\"origin\":\""),
        bytes(config.origin()),
        bytes(b"\""),
        bytes(tail),
    ];
    let mut hash = Hash::ZERO;
    sha256(&client_data, &mut hash.0);
    ensure!(equal(&message[AUTHENTICATOR_DATA..], &hash.0), CLIENT_DATA_MISMATCH);
    Ok(())
}

/// Refuses unless `authority` has signed the challenge itself, as a key without an authenticator does.
#[inline(never)]
pub fn verify_bare(context: &Context, request: &Request) -> Outcome {
    let data = precompile_data(request, BARE_PRECOMPILE, &BARE_OFFSETS)?;
    let mut challenge = Hash::ZERO;
    write_challenge(context, request, &mut challenge);
    ensure!(equal(&data[MESSAGE_AT..], &challenge.0), SHEET_MISMATCH);
    Ok(())
}

/// Computes the signed challenge: the hash of header and body, from the program's own accounts and arguments.
#[inline(never)]
fn write_challenge(context: &Context, request: &Request, challenge: &mut Hash) {
    let kind = [PAYLOAD_VERSION, request.action, 0, 0];
    let numbers = Numbers([request.nonce, request.expiry as u64, request.policy as u64, 0]);
    let header_and_body = [
        bytes(DOMAIN),
        bytes(&kind),
        bytes(request.config.genesis()),
        bytes(context.program),
        bytes(request.account_id),
        bytes(request.vault),
        bytes(numbers.header_end()),
        request.body[0],
        request.body[1],
        request.body[2],
    ];
    sha256(&header_and_body, &mut challenge.0);
}

/// The end of the header: nonce u64, expiry i64, fee policy u32, zero u64.
struct Numbers([u64; 4]);

impl Numbers {
    #[inline(always)]
    fn header_end(&self) -> &[u8] {
        // Little-endian words: the upper half of the policy and the last word are the zeros.
        unsafe { core::slice::from_raw_parts(self.0.as_ptr() as *const u8, 28) }
    }
}

const AUTHENTICATOR_DATA: usize = 37;
const MESSAGE: usize = AUTHENTICATOR_DATA + 32;
const KEY_AT: usize = 16;
const MESSAGE_AT: usize = KEY_AT + 33 + 64;
const PRECOMPILE: usize = MESSAGE_AT + MESSAGE;
/// Offsets of signature, key and message, each with the index of "this instruction" (0xffff), and the size of
/// the message.
const OFFSETS: [u8; 14] = [49, 0, 0xff, 0xff, 16, 0, 0xff, 0xff, 113, 0, 69, 0, 0xff, 0xff];

/// The same for a message of 32 bytes.
const BARE_OFFSETS: [u8; 14] = [49, 0, 0xff, 0xff, 16, 0, 0xff, 0xff, 113, 0, 32, 0, 0xff, 0xff];
const BARE_PRECOMPILE: usize = MESSAGE_AT + 32;

/// Returns the data that the precompile has verified in the previous instruction: one signature, by
/// `authority`.
#[inline(never)]
fn precompile_data(request: &Request, length: usize, offsets: &[u8; 14]) -> Outcome<&'static [u8]> {
    let data = instruction_before::<1>(request.sysvar, &SECP256R1, NO_PASSKEY_INSTRUCTION)?;
    ensure!(!data.is_empty() && data[0] == 1, PASSKEY_SIGNATURE_COUNT);
    ensure!(data.len() == length, PASSKEY_LENGTH);
    ensure!(equal(&data[2..KEY_AT], offsets), PASSKEY_OFFSETS);
    ensure!(equal(&data[KEY_AT..KEY_AT + AUTHORITY_SIZE], request.authority), WRONG_PASSKEY);
    Ok(data)
}

/// Returns the data of the precompile's instruction `PLACES` before this one. Reads the instructions sysvar:
/// u16 count, u16 offsets, instructions (u16 accounts, 33 bytes each, program, u16 data length, data), and
/// the index of the current one at the end.
#[inline(always)]
pub fn instruction_before<const PLACES: usize>(
    sysvar: Account,
    precompile: &Key,
    missing: Failure,
) -> Outcome<&'static [u8]> {
    ensure!(sysvar.has_key(&INSTRUCTIONS), BAD_INSTRUCTIONS_SYSVAR);
    // The key proves that the runtime wrote these bytes, so the offsets within them are valid.
    let data = sysvar.data().as_ptr();
    let current = unsafe { u16_at(data, sysvar.len() - 2) };
    ensure!(current >= PLACES, missing);
    let previous = unsafe { data.add(u16_at(data, 2 + 2 * (current - PLACES))) };
    // The precompile takes no accounts; with accounts, the program's key would be at another place.
    ensure!(unsafe { u16_at(previous, 0) } == 0, missing);
    let program = unsafe { &*(previous.add(2) as *const Key) };
    ensure!(same_key(program, precompile), missing);
    Ok(unsafe { core::slice::from_raw_parts(previous.add(36), u16_at(previous, 34)) })
}

/// # Safety
/// Two bytes can be read at the offset.
#[inline(never)]
unsafe fn u16_at(data: *const u8, offset: usize) -> usize {
    unsafe { *data.add(offset) as usize | (*data.add(offset + 1) as usize) << 8 }
}

#[inline(always)]
fn check_authenticator_data(message: &[u8; MESSAGE], config: Config) -> Outcome {
    const PRESENT: u8 = 0x01;
    const VERIFIED: u8 = 0x04;
    const ATTESTED_OR_EXTENSIONS: u8 = 0xc0;
    ensure!(equal(&message[..32], config.rp_id_hash()), RP_ID_HASH_MISMATCH);
    let flags = message[32];
    ensure!(flags & PRESENT != 0, USER_NOT_PRESENT);
    ensure!(flags & VERIFIED != 0, USER_NOT_VERIFIED);
    ensure!(flags & ATTESTED_OR_EXTENSIONS == 0, AUTHENTICATOR_EXTENSIONS);
    Ok(())
}

/// The program itself writes the closing quote of the origin. The tail must continue with the next key or the
/// end, and must not be cross-origin.
#[inline(always)]
fn check_tail(tail: &[u8]) -> Outcome {
    const NEEDLE: &[u8; 18] = b"\"crossOrigin\":true";
    ensure!(!tail.is_empty() && (tail[0] == b',' || tail[0] == b'}'), CLIENT_DATA_TAIL);
    // Uses pointers, because every caller pays for a longer tail. Bytes beyond the end are never read.
    let mut at = tail.as_ptr();
    let end = unsafe { at.add(tail.len().saturating_sub(NEEDLE.len() - 1)) };
    while at < end {
        if unsafe { *at == b'"' && *at.add(1) == b'c' } {
            let text = unsafe { core::slice::from_raw_parts(at, NEEDLE.len()) };
            ensure!(!equal(text, NEEDLE), CROSS_ORIGIN);
        }
        at = unsafe { at.add(1) };
    }
    Ok(())
}

/// Eleven groups: 32 bytes and a zero byte. The 44th letter carries no information.
#[inline(never)]
fn base64url(hash: &[u8; 40], out: &mut [u8; 48]) {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut group = 0;
    while group < 11 {
        let value = (hash[group * 3] as u64) << 16 | (hash[group * 3 + 1] as u64) << 8 | hash[group * 3 + 2] as u64;
        out[group * 4] = ALPHABET[(value >> 18) as usize & 63];
        out[group * 4 + 1] = ALPHABET[(value >> 12) as usize & 63];
        out[group * 4 + 2] = ALPHABET[(value >> 6) as usize & 63];
        out[group * 4 + 3] = ALPHABET[value as usize & 63];
        group += 1;
    }
}
