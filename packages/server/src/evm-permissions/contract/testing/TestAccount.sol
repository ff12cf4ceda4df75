// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

import {PermissionVerifier} from "../PermissionVerifier.sol";

/// The smallest account that uses the verifier as it is meant to be used. Whoever deploys it stands in for its wallet.
contract TestAccount {
    PermissionVerifier private immutable verifier;
    address private immutable wallet = msg.sender;

    constructor(PermissionVerifier chosen) payable {
        verifier = chosen;
    }

    function setOwner(bytes32 keyX, bytes32 keyY, bytes32 rpIdHash, string calldata origin) external {
        require(msg.sender == wallet);
        verifier.setOwner(keyX, keyY, rpIdHash, origin);
    }

    function revoke(bytes32 digest) external {
        require(msg.sender == wallet);
        verifier.revoke(digest);
    }

    /// Anybody may bring a call: the session key's signature is what counts.
    function execute(
        PermissionVerifier.Permission calldata permission,
        PermissionVerifier.Call calldata call,
        bytes32 r,
        bytes32 s
    ) external returns (bytes memory) {
        verifier.authorize(permission, call, r, s);
        (bool ok, bytes memory answer) = call.to.call{value: call.value}(call.data);
        require(ok, "call failed");
        return answer;
    }
}
