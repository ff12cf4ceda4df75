use super::syscalls::{Bytes, Rent, bytes, sha256, unix_time};
use super::keys::Aligned;
use super::{copy, entry, equal, host, pda};

const GROWTH: usize = 10_240;

/// An account as the loader lays it out. Key and owner are each filled with one byte.
fn account(key: u8, owner: u8, lamports: u64, data: &[u8], writable: bool) -> Vec<u8> {
    let mut bytes = vec![0xff, 0, writable as u8, 0, 0, 0, 0, 0];
    bytes.extend([key; 32]);
    bytes.extend([owner; 32]);
    bytes.extend(lamports.to_le_bytes());
    bytes.extend((data.len() as u64).to_le_bytes());
    bytes.extend(data);
    bytes.resize(bytes.len() + GROWTH, 0);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes.extend([0; 8]);
    bytes
}

/// The whole buffer, aligned as the loader aligns it.
fn input(accounts: &[Vec<u8>], data: &[u8]) -> Vec<u64> {
    let mut bytes = (accounts.len() as u64).to_le_bytes().to_vec();
    for account in accounts {
        bytes.extend(account);
    }
    bytes.extend((data.len() as u64).to_le_bytes());
    bytes.extend(data);
    bytes.extend([9; 32]);
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
}

#[test]
fn the_loaders_buffer_is_read_account_by_account() {
    let duplicate = vec![0, 0, 0, 0, 0, 0, 0, 0];
    let accounts = [account(1, 2, 77, b"data", true), account(3, 4, 5, b"", false), duplicate];
    let mut buffer = input(&accounts, b"instruction data");
    let mut room = entry::room();
    let context = unsafe { entry::parse(buffer.as_mut_ptr().cast(), &mut room) }.unwrap();
    assert_eq!(context.count(), 3);
    assert_eq!(context.data, b"instruction data");
    assert_eq!(context.program, &[9; 32]);
    let [first, second, again] = [0, 1, 2].map(|index| context.account(index));
    assert_eq!((first.key(), first.owner(), first.lamports(), first.data()), (&[1; 32], &[2; 32], 77, &b"data"[..]));
    assert!(first.is_writable() && !first.is_signer());
    assert!(!second.is_writable() && second.data().is_empty());
    first.set_lamports(78);
    assert_eq!(again.lamports(), 78, "two names of one account see the same lamports");
}

#[test]
fn more_accounts_than_any_instruction_takes_are_refused() {
    let accounts: Vec<Vec<u8>> = (0..33).map(|key| account(key, 0, 0, b"", false)).collect();
    let mut buffer = input(&accounts, b"");
    let mut room = entry::room();
    assert!(unsafe { entry::parse(buffer.as_mut_ptr().cast(), &mut room) }.is_none());
}

#[test]
#[should_panic]
fn a_duplicate_of_a_later_account_is_no_account() {
    let mut buffer = input(&[vec![1, 0, 0, 0, 0, 0, 0, 0], account(1, 0, 0, b"", false)], b"");
    unsafe { entry::parse(buffer.as_mut_ptr().cast(), &mut entry::room()) };
}

#[test]
fn closing_leaves_nothing() {
    let mut buffer = input(&[account(1, 2, 77, b"secret", true)], b"");
    let mut room = entry::room();
    let closed = unsafe { entry::parse(buffer.as_mut_ptr().cast(), &mut room) }.unwrap().account(0);
    let data = closed.data();
    assert_eq!(closed.close(), 77);
    assert!(closed.is_vacant() && closed.lamports() == 0);
    assert_eq!(data, &[0; 6], "what was there is zeroed, not only out of reach");
}

#[test]
fn hashes_are_sha256_of_the_parts_in_a_row() {
    let mut digest = [0; 32];
    sha256(&[bytes(b"a"), bytes(b""), bytes(b"bc")], &mut digest);
    assert_eq!(digest[..4], [0xba, 0x78, 0x16, 0xbf]);
    let mut address = Aligned([0; 32]);
    pda::address_at(&[bytes(b"pid:config")], 255, &[7; 32], &mut address);
    let parts: [Bytes; 4] = [bytes(b"pid:config"), bytes(&[255]), bytes(&[7; 32]), bytes(b"ProgramDerivedAddress")];
    sha256(&parts, &mut digest);
    assert_eq!(address.0, digest);
}

#[test]
fn bytes_are_compared_whole() {
    assert!(equal(b"same", b"same"));
    assert!(!equal(b"same", b"sane") && !equal(b"same", b"same "));
    let mut target = [0; 3];
    copy(&mut target, b"abc");
    assert_eq!(&target, b"abc");
    assert_eq!(unix_time(), host::NOW);
}

#[test]
fn rent_is_asked_of_the_chain() {
    assert_eq!(Rent::get().exempt(0), 890_880);
    assert_eq!(Rent::get().exempt(81), 1_454_640);
}
