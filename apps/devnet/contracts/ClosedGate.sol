// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Calls to it always fail: once with a reason, once with a custom error, once without a word.
contract ClosedGate {
    error Closed(address visitor, uint256 until);

    function knock() external payable {
        revert("The gate is closed");
    }

    function push() external payable {
        revert Closed(msg.sender, type(uint64).max);
    }

    function climb() external payable {
        assembly {
            revert(0, 0)
        }
    }
}
