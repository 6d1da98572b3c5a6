// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IdRegistry} from "./IdRegistry.sol";

/// @notice The part of Farcaster's KeyRegistry that verifying a login needs: the keys of an account. A key of type 2 is
/// an address, ABI-encoded, that may sign logins beside the custody address.
contract KeyRegistry {
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    // The registry's address on OP Mainnet, which the local chain has too.
    IdRegistry public constant idRegistry = IdRegistry(0x00000000Fc6c5F01Fc30151999387Bb99A9f489b);

    mapping(uint256 fid => mapping(bytes key => KeyData)) private keys;

    /// @notice The key is not in the state that the call needs. A removed key cannot be added again.
    error InvalidState();
    /// @notice The sender is not the custody address of an account.
    error Unauthorized();

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return keys[fid][key];
    }

    function add(uint32 keyType, bytes calldata key) external {
        KeyData storage data = keys[fidOfSender()][key];
        if (data.state != KeyState.NULL) revert InvalidState();
        data.state = KeyState.ADDED;
        data.keyType = keyType;
    }

    function remove(bytes calldata key) external {
        KeyData storage data = keys[fidOfSender()][key];
        if (data.state != KeyState.ADDED) revert InvalidState();
        data.state = KeyState.REMOVED;
    }

    function fidOfSender() private view returns (uint256 fid) {
        fid = idRegistry.idOf(msg.sender);
        if (fid == 0) revert Unauthorized();
    }
}
