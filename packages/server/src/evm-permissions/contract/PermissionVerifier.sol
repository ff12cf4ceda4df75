// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

/// Decides whether a session key may make a call for an account, and counts the amounts that it spends.
///
/// One deployment serves every account of a chain. The account is `msg.sender`, except in `approve`, where its owner's
/// passkey assertion authenticates it. No other caller can change the state of an account. An account uses it as follows:
///   1. Once: it calls `setOwner` with the public key of its owner's passkey, the sha256 of the passkey's rpId, and the
///      origin of the pages on which the owner signs.
///   2. Once for each permission: any caller submits `approve` with the owner's assertion over the EIP-712 digest.
///   3. For each call: it calls `authorize` and, if this does not revert, makes exactly the call that it passed.
///   4. `revoke` ends a permission permanently. `setOwner` ends all of them permanently: a key that has owned the account
///      can never own it again, so that its earlier proofs, which are public on the chain, cannot be used again.
///
/// It counts `value` against the limits of the native coin, and the amounts of the token functions in `amountArgument`
/// against the limits of the token. Tokens that a called contract takes by an earlier allowance are counted when the
/// allowance is given. The P-256 precompile of EIP-7951 checks the signatures; on a chain without it every check fails.
/// The precompile accepts a signature with a low or a high s, so this contract refuses a high s. Only the nonce prevents
/// the replay of a call.
contract PermissionVerifier {
    struct CallScope { address to; bytes4 selector; }
    /// `token` zero is the native coin. `period` is 0 for an hour, 1 a day, 2 an ISO week, 3 a month, all in UTC.
    struct SpendLimit { address token; uint256 limit; uint8 period; }
    struct Permission {
        address verifier;
        bytes32 keyX;
        bytes32 keyY;
        CallScope[] calls;
        SpendLimit[] spend;
        uint64 start;
        uint64 expiry;
        bytes32 salt;
    }
    struct Call { address to; uint256 value; bytes data; uint256 nonce; uint64 deadline; }
    /// `clientDataTail` is the rest of clientDataJSON after `"origin":"`.
    struct OwnerProof { bytes authenticatorData; bytes clientDataTail; bytes32 r; bytes32 s; }
    /// `originHash` includes the quotation mark after the origin, `originLength` does not.
    struct Owner { bytes32 keyX; bytes32 keyY; bytes32 rpIdHash; bytes32 originHash; uint64 originLength; uint64 epoch; }
    struct Usage { uint256 period; uint256 spent; }

    error NoOwner();
    error WrongVerifier();
    error FormerOwner();
    error BadOrigin();
    error WrongOrigin();
    error CrossOrigin();
    error WrongRelyingParty();
    error UserNotVerified();
    error HighS();
    error BadOwnerSignature();
    error BadCallSignature();
    error NotApproved();
    error Revoked();
    error NotStarted();
    error Expired();
    error DeadlinePassed();
    error NonceUsed();
    error TargetRefused();
    error FunctionRefused();
    error CallNotListed();
    error DataTooShort();
    error UnknownPeriod();
    error NoLimit(address token);
    error LimitExceeded(address token, uint8 period, uint256 remaining);

    event OwnerSet(address indexed account, bytes32 keyX, bytes32 keyY, bytes32 rpIdHash, string origin);
    event PermissionApproved(address indexed account, bytes32 indexed digest);
    event PermissionRevoked(address indexed account, bytes32 indexed digest);
    event CallAuthorized(address indexed account, bytes32 indexed digest, uint256 nonce);

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant CALL_SCOPE_TYPE = keccak256("CallScope(address to,bytes4 selector)");
    bytes32 private constant SPEND_LIMIT_TYPE = keccak256("SpendLimit(address token,uint256 limit,uint8 period)");
    bytes32 private constant PERMISSION_TYPE = keccak256(
        "Permission(address verifier,bytes32 keyX,bytes32 keyY,CallScope[] calls,SpendLimit[] spend,uint64 start,uint64 expiry,bytes32 salt)"
        "CallScope(address to,bytes4 selector)SpendLimit(address token,uint256 limit,uint8 period)"
    );
    bytes32 private constant CALL_TYPE = keccak256(
        "Call(bytes32 permission,address to,uint256 value,bytes32 dataHash,uint256 nonce,uint64 deadline)"
    );
    /// Stands in a scope for a call without data, which has no selector.
    bytes4 public constant EMPTY_DATA_SELECTOR = 0xe0e0e0e0;
    uint256 private constant REFUSED = 255;
    uint256 private constant HALF_ORDER = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8;
    address private constant P256_VERIFY = address(0x100);

    mapping(address account => Owner) public ownerOf;
    mapping(address account => mapping(bytes32 key => bool)) private hasOwned;
    mapping(address account => mapping(bytes32 digest => uint64 epoch)) private approvedIn;
    mapping(address account => mapping(bytes32 digest => bool)) public isRevoked;
    mapping(address account => mapping(bytes32 digest => mapping(uint256 nonce => bool))) public isNonceUsed;
    mapping(address account => mapping(bytes32 digest => mapping(uint256 entry => Usage))) private usageOf;

    /// Registers the passkey that owns the calling account and ends every approved permission. Refuses a key that has owned
    /// the account, including the current one: setting it again would make its earlier approvals usable again.
    function setOwner(bytes32 keyX, bytes32 keyY, bytes32 rpIdHash, string calldata origin) external {
        bytes32 key = keccak256(abi.encode(keyX, keyY));
        if (hasOwned[msg.sender][key]) revert FormerOwner();
        hasOwned[msg.sender][key] = true;
        _checkOrigin(bytes(origin));
        ownerOf[msg.sender] = Owner(
            keyX,
            keyY,
            rpIdHash,
            keccak256(abi.encodePacked(origin, '"')),
            uint64(bytes(origin).length),
            ownerOf[msg.sender].epoch + 1
        );
        emit OwnerSet(msg.sender, keyX, keyY, rpIdHash, origin);
    }

    /// Ends a permission of the calling account permanently, whether it is approved or not.
    function revoke(bytes32 digest) external {
        isRevoked[msg.sender][digest] = true;
        emit PermissionRevoked(msg.sender, digest);
    }

    /// Approves a permission with the assertion of the account's owner over its digest. Any caller may submit it.
    function approve(address account, Permission calldata permission, OwnerProof calldata proof)
        external
        returns (bytes32 digest)
    {
        if (permission.verifier != address(this)) revert WrongVerifier();
        digest = permissionDigest(account, permission);
        if (isRevoked[account][digest]) revert Revoked();
        Owner storage owner = ownerOf[account];
        if (owner.epoch == 0) revert NoOwner();
        _checkAssertion(owner, digest, proof);
        approvedIn[account][digest] = owner.epoch;
        emit PermissionApproved(account, digest);
    }

    /// Reverts unless the calling account may now make `call` under `permission`. Uses the nonce and counts the amounts.
    function authorize(Permission calldata permission, Call calldata call, bytes32 r, bytes32 s)
        external
        returns (bytes32 digest)
    {
        if (permission.verifier != address(this)) revert WrongVerifier();
        digest = permissionDigest(msg.sender, permission);
        _checkPermission(digest, permission);
        if (block.timestamp > call.deadline) revert DeadlinePassed();
        if (isNonceUsed[msg.sender][digest][call.nonce]) revert NonceUsed();
        bytes32 signed = sha256(abi.encodePacked(callDigest(msg.sender, digest, call)));
        if (!_verify(signed, r, s, permission.keyX, permission.keyY)) revert BadCallSignature();
        isNonceUsed[msg.sender][digest][call.nonce] = true;
        _checkScope(permission, call);
        _count(digest, permission, call);
        emit CallAuthorized(msg.sender, digest, call.nonce);
    }

    /// Returns the remaining amount of each limit in the current period.
    function remaining(address account, Permission calldata permission) external view returns (uint256[] memory left) {
        bytes32 digest = permissionDigest(account, permission);
        left = new uint256[](permission.spend.length);
        for (uint256 i; i < left.length; ++i) {
            SpendLimit calldata entry = permission.spend[i];
            Usage storage usage = usageOf[account][digest][i];
            left[i] = entry.limit - (usage.period == periodOf(entry.period, block.timestamp) ? usage.spent : 0);
        }
    }

    function isApproved(address account, bytes32 digest) public view returns (bool) {
        uint64 epoch = approvedIn[account][digest];
        return epoch != 0 && epoch == ownerOf[account].epoch && !isRevoked[account][digest];
    }

    function permissionDigest(address account, Permission calldata permission) public view returns (bytes32) {
        bytes32[] memory calls = new bytes32[](permission.calls.length);
        for (uint256 i; i < calls.length; ++i) {
            CallScope calldata scope = permission.calls[i];
            calls[i] = keccak256(abi.encode(CALL_SCOPE_TYPE, scope.to, scope.selector));
        }
        bytes32[] memory spend = new bytes32[](permission.spend.length);
        for (uint256 i; i < spend.length; ++i) {
            SpendLimit calldata entry = permission.spend[i];
            spend[i] = keccak256(abi.encode(SPEND_LIMIT_TYPE, entry.token, entry.limit, entry.period));
        }
        return _typedDigest(account, keccak256(abi.encode(
            PERMISSION_TYPE,
            permission.verifier,
            permission.keyX,
            permission.keyY,
            keccak256(abi.encodePacked(calls)),
            keccak256(abi.encodePacked(spend)),
            permission.start,
            permission.expiry,
            permission.salt
        )));
    }

    function callDigest(address account, bytes32 digest, Call calldata call) public view returns (bytes32) {
        return _typedDigest(account, keccak256(
            abi.encode(CALL_TYPE, digest, call.to, call.value, keccak256(call.data), call.nonce, call.deadline)
        ));
    }

    /// Returns the number of the UTC period that contains `timestamp`.
    function periodOf(uint8 period, uint256 timestamp) public pure returns (uint256) {
        if (period == 0) return timestamp / 1 hours;
        if (period == 1) return timestamp / 1 days;
        // 1970 began on a Thursday; ISO weeks begin on Monday.
        if (period == 2) return (timestamp + 3 days) / 1 weeks;
        if (period != 3) revert UnknownPeriod();
        // Converts days to a date, in eras of 400 years that begin on March 1st, as in Howard Hinnant's chrono algorithms.
        uint256 day = timestamp / 1 days + 719468;
        uint256 dayOfEra = day % 146097;
        uint256 yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
        uint256 dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        return (day / 146097 * 400 + yearOfEra) * 12 + (5 * dayOfYear + 2) / 153;
    }

    /// Returns which argument of a token function is the amount: 1 for the second, 2 for the third, 0 for a function that is
    /// not counted, 255 for one that is refused, because it grants a right that no limit can count.
    function amountArgument(bytes4 selector) public pure returns (uint256) {
        if (
            selector == 0xa9059cbb || selector == 0x095ea7b3 || selector == 0x39509351 || selector == 0xd73dd623
                || selector == 0x1296ee62 || selector == 0x4000aea0 || selector == 0x3177029f || selector == 0xcae9ca51
                || selector == 0x9bd9bbc6
        ) return 1;
        if (
            selector == 0x23b872dd || selector == 0xd8fbe994 || selector == 0xc1d34b89 || selector == 0xd505accf
                || selector == 0x9fd5a6cf || selector == 0xe3ee160e || selector == 0xcf092995
        ) return 2;
        if (
            selector == 0xa22cb465 || selector == 0x558a7297 || selector == 0x959b8c3f || selector == 0xc04a8a10
                || selector == 0x426a8493 || selector == 0x8fcbaf0c || selector == 0x745a41bc || selector == 0x7ac2ff7b
                || selector == 0xab84ee6f || selector == 0x87517c45 || selector == 0x2b67b570 || selector == 0x2a2d80d1
                || selector == 0x30f28b7a || selector == 0xedd9444b || selector == 0x137c29fe || selector == 0xfe8ec1a7
                || selector == 0x36c78516 || selector == 0x0d58b1db || selector == 0x9aa7da48
                || selector == this.setOwner.selector
        ) return REFUSED;
        return 0;
    }

    function _checkPermission(bytes32 digest, Permission calldata permission) private view {
        if (isRevoked[msg.sender][digest]) revert Revoked();
        if (!isApproved(msg.sender, digest)) revert NotApproved();
        if (block.timestamp < permission.start) revert NotStarted();
        if (block.timestamp >= permission.expiry) revert Expired();
    }

    function _checkScope(Permission calldata permission, Call calldata call) private view {
        // A call to the account or to this contract would let the session key change the owner of the account.
        if (call.to == msg.sender || call.to == address(this)) revert TargetRefused();
        bytes4 selector = _selectorOf(call.data);
        for (uint256 i; i < permission.calls.length; ++i) {
            if (permission.calls[i].to == call.to && permission.calls[i].selector == selector) return;
        }
        revert CallNotListed();
    }

    function _count(bytes32 digest, Permission calldata permission, Call calldata call) private {
        if (call.value > 0) _spend(digest, permission.spend, address(0), call.value);
        uint256 argument = amountArgument(_selectorOf(call.data));
        if (argument == 0) return;
        if (argument == REFUSED) revert FunctionRefused();
        uint256 start = 4 + 32 * argument;
        if (call.data.length < start + 32) revert DataTooShort();
        _spend(digest, permission.spend, call.to, uint256(bytes32(call.data[start:start + 32])));
    }

    /// Counts an amount against every limit of the token. A token without a limit cannot be spent.
    function _spend(bytes32 digest, SpendLimit[] calldata spend, address token, uint256 amount) private {
        bool isLimited;
        for (uint256 i; i < spend.length; ++i) {
            if (spend[i].token != token) continue;
            isLimited = true;
            Usage storage usage = usageOf[msg.sender][digest][i];
            uint256 period = periodOf(spend[i].period, block.timestamp);
            uint256 left = spend[i].limit - (usage.period == period ? usage.spent : 0);
            if (amount > left) revert LimitExceeded(token, spend[i].period, left);
            (usage.period, usage.spent) = (period, spend[i].limit - left + amount);
        }
        if (!isLimited) revert NoLimit(token);
    }

    /// WebAuthn L3, 7.2. clientDataJSON is not parsed: its beginning is built here, in the form that 5.8.1.1 prescribes.
    function _checkAssertion(Owner storage owner, bytes32 digest, OwnerProof calldata proof) private view {
        bytes calldata data = proof.authenticatorData;
        if (data.length < 37 || bytes32(data[:32]) != owner.rpIdHash) revert WrongRelyingParty();
        // Bit 0: the user was present; bit 2: the user was verified.
        if (uint8(data[32]) & 0x05 != 0x05) revert UserNotVerified();
        _checkTail(owner, proof.clientDataTail);
        bytes memory clientData = abi.encodePacked(
            '{"type":"webauthn.get","challenge":"', _base64url(digest), '","origin":"', proof.clientDataTail
        );
        bytes32 signed = sha256(abi.encodePacked(data, sha256(clientData)));
        if (!_verify(signed, proof.r, proof.s, owner.keyX, owner.keyY)) revert BadOwnerSignature();
    }

    /// Checks that the origin, up to its closing quotation mark, is the owner's, and that no other site framed the page.
    function _checkTail(Owner storage owner, bytes calldata tail) private view {
        uint256 end = uint256(owner.originLength) + 1;
        if (tail.length <= end || keccak256(tail[:end]) != owner.originHash) revert WrongOrigin();
        if (tail[end] != "," && tail[end] != "}") revert WrongOrigin();
        for (uint256 i = end; i + 18 <= tail.length; ++i) {
            if (tail[i] == '"' && bytes18(tail[i:i + 18]) == '"crossOrigin":true') revert CrossOrigin();
        }
    }

    /// Refuses characters that JSON would escape; an origin never contains them.
    function _checkOrigin(bytes calldata origin) private pure {
        if (origin.length == 0 || origin.length > 128) revert BadOrigin();
        for (uint256 i; i < origin.length; ++i) {
            if (origin[i] <= " " || origin[i] > "~" || origin[i] == '"' || origin[i] == "\\") revert BadOrigin();
        }
    }

    function _verify(bytes32 hash, bytes32 r, bytes32 s, bytes32 keyX, bytes32 keyY) private view returns (bool) {
        if (uint256(s) > HALF_ORDER) revert HighS();
        (bool ok, bytes memory answer) = P256_VERIFY.staticcall(abi.encode(hash, r, s, keyX, keyY));
        return ok && answer.length == 32 && uint256(bytes32(answer)) == 1;
    }

    /// Data that begins with EMPTY_DATA_SELECTOR, or is too short for a selector, matches no scope.
    function _selectorOf(bytes calldata data) private pure returns (bytes4) {
        if (data.length == 0) return EMPTY_DATA_SELECTOR;
        if (data.length < 4 || bytes4(data[:4]) == EMPTY_DATA_SELECTOR) revert CallNotListed();
        return bytes4(data[:4]);
    }

    function _typedDigest(address account, bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(DOMAIN_TYPE, keccak256("PID Permissions"), keccak256("1"), block.chainid, account)
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    /// Encodes 32 bytes as 42 digits of six bits and one digit of the last four bits.
    function _base64url(bytes32 value) private pure returns (bytes memory text) {
        bytes memory alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        text = new bytes(43);
        for (uint256 i; i < 42; ++i) text[i] = alphabet[(uint256(value) >> (250 - 6 * i)) & 63];
        text[42] = alphabet[(uint256(value) << 2) & 63];
    }
}
