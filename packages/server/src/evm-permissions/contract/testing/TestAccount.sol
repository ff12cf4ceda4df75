// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

import {PermissionVerifier} from "../PermissionVerifier.sol";

/// A minimal account that uses the verifier as intended. Its deployer has the role of its wallet.
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

    /// Any caller may submit a call, because the session key's signature authorizes it.
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
