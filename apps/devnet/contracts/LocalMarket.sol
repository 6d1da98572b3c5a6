// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {LocalFactory} from "./LocalFactory.sol";
import {LocalPair} from "./LocalPair.sol";
import {LocalPool} from "./LocalPool.sol";
import {WrappedEther} from "./WrappedEther.sol";

interface IMintable {
    function mint(address to, uint256 amount) external;
}

/// @notice Creates the pools of a local chain and fills them, all in its constructor: with wrapped coins that were sent along and with
/// tokens that anyone may mint.
contract LocalMarket {
    /// @param fee of a pool; 0 for a pair
    struct Listing {
        address first;
        address second;
        uint256 amountFirst;
        uint256 amountSecond;
        uint24 fee;
    }

    constructor(LocalFactory factory, WrappedEther wrapped, Listing[] memory listings) payable {
        wrapped.deposit{value: msg.value}();
        for (uint256 i = 0; i < listings.length; i++) {
            Listing memory one = listings[i];
            address pool = one.fee == 0
                ? factory.createPair(one.first, one.second)
                : factory.createPool(one.first, one.second, one.fee);
            _fill(pool, one.first, one.amountFirst, address(wrapped));
            _fill(pool, one.second, one.amountSecond, address(wrapped));
            if (one.fee == 0) LocalPair(pool).sync();
            else LocalPool(pool).initialize();
        }
    }

    function _fill(address pool, address token, uint256 amount, address wrapped) private {
        if (token == wrapped) SafeERC20.safeTransfer(IERC20(token), pool, amount);
        else IMintable(token).mint(pool, amount);
    }
}
