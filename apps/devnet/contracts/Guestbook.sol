// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A contract call that moves nothing.
contract Guestbook {
    uint256 public entries;

    event Signed(address indexed guest, string words);

    function sign(string calldata words) external {
        entries++;
        emit Signed(msg.sender, words);
    }
}
