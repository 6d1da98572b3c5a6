// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SwapQuoter} from "./SwapQuoter.sol";

/// @notice Runs `SwapQuoter` in an `eth_call` without deploying it: the "code" that the constructor returns is the result.
/// @dev The quoter is a contract of its own, because pools call only accounts that have code.
contract SwapQuoterCall {
    constructor(uint256 amount, uint256[] memory legs, uint256[] memory steps) {
        // The result costs gas, too: 200 for each byte, as if it were code.
        bytes memory answer = abi.encode(new SwapQuoter().quote{gas: gasleft() / 10 * 9}(amount, legs, steps));
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }
}
