// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

interface IPairCallee {
    function uniswapV2Call(address sender, uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// @notice A pool with constant product and a fee of 0.3 %, with the interface of Uniswap v2's pairs as far as swaps use it.
/// @dev Liquidity is what has been sent to it when `sync` is called. Nobody can take it back.
contract LocalPair {
    using SafeERC20 for IERC20;

    address public immutable token0;
    address public immutable token1;
    uint112 private _reserve0;
    uint112 private _reserve1;
    uint32 private _updatedAt;
    bool private _locked;

    event Swap(
        address indexed sender,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out,
        address indexed to
    );
    event Sync(uint112 reserve0, uint112 reserve1);

    constructor(address first, address second) {
        (token0, token1) = (first, second);
    }

    modifier locks() {
        require(!_locked, "Locked");
        _locked = true;
        _;
        _locked = false;
    }

    function getReserves() public view returns (uint112, uint112, uint32) {
        return (_reserve0, _reserve1, _updatedAt);
    }

    /// @notice Takes what it holds as its reserves.
    function sync() external locks {
        (uint256 held0, uint256 held1) = _held();
        _setReserves(held0, held1);
    }

    /// @notice Pays out first. What was paid in is the difference to the reserves; with `data`, `to` is called to pay it.
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external locks {
        require(amount0Out > 0 || amount1Out > 0, "Nothing to pay out");
        require(amount0Out < _reserve0 && amount1Out < _reserve1, "More than the reserves");
        if (amount0Out > 0) IERC20(token0).safeTransfer(to, amount0Out);
        if (amount1Out > 0) IERC20(token1).safeTransfer(to, amount1Out);
        if (data.length > 0) IPairCallee(to).uniswapV2Call(msg.sender, amount0Out, amount1Out, data);

        (uint256 held0, uint256 held1) = _held();
        uint256 in0 = _paidIn(held0, _reserve0 - amount0Out);
        uint256 in1 = _paidIn(held1, _reserve1 - amount1Out);
        require(in0 > 0 || in1 > 0, "Nothing was paid in");
        // The product must not shrink after the fee.
        uint256 product = (held0 * 1000 - in0 * 3) * (held1 * 1000 - in1 * 3);
        require(product >= uint256(_reserve0) * _reserve1 * 1e6, "Too little was paid in");
        _setReserves(held0, held1);
        emit Swap(msg.sender, in0, in1, amount0Out, amount1Out, to);
    }

    function _paidIn(uint256 held, uint256 left) private pure returns (uint256) {
        return held > left ? held - left : 0;
    }

    function _held() private view returns (uint256, uint256) {
        return (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
    }

    function _setReserves(uint256 held0, uint256 held1) private {
        require(held0 <= type(uint112).max && held1 <= type(uint112).max, "Too much");
        (_reserve0, _reserve1, _updatedAt) = (uint112(held0), uint112(held1), uint32(block.timestamp));
        emit Sync(_reserve0, _reserve1);
    }
}
