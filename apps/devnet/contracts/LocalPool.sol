// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

interface IPoolCaller {
    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external;
}

/// @notice A pool with the interface of Uniswap v3's pools as far as swaps use it, and one position over all prices.
/// @dev The position is what has been sent to it when `initialize` is called. Nobody can take it back. There are no ticks: `tick`
/// of `slot0` is always zero.
contract LocalPool {
    using SafeERC20 for IERC20;

    uint160 private constant MIN_PRICE = 4295128739;
    uint160 private constant MAX_PRICE = 1461446703485210103287273052203988822378723970342;
    uint256 private constant Q96 = 2 ** 96;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    /// @notice In hundredths of a basis point of what is paid in.
    uint24 public immutable fee;
    uint128 public liquidity;
    /// @dev The square root of token1 per token0, in 96 binary places.
    uint160 private _price;
    bool private _unlocked;

    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    constructor(address first, address second, uint24 fee_) {
        (factory, token0, token1, fee) = (msg.sender, first, second, fee_);
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool) {
        return (_price, 0, 0, 1, 1, 0, _unlocked);
    }

    /// @notice Takes what it holds as its position; the amounts set the price.
    function initialize() external {
        require(_price == 0, "Already initialized");
        (uint256 held0, uint256 held1) =
            (IERC20(token0).balanceOf(address(this)), IERC20(token1).balanceOf(address(this)));
        _price = uint160(Math.sqrt(Math.mulDiv(held1, 2 ** 192, held0)));
        liquidity = uint128(Math.sqrt(held0 * held1));
        _unlocked = true;
    }

    /// @notice Swaps exactly `amountSpecified`, or less if the price reaches the limit. Pays out first, then calls the sender to pay.
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256 amount0, int256 amount1) {
        require(_unlocked, "Locked");
        require(amountSpecified > 0, "Only exact input");
        require(
            zeroForOne
                ? sqrtPriceLimitX96 < _price && sqrtPriceLimitX96 > MIN_PRICE
                : sqrtPriceLimitX96 > _price && sqrtPriceLimitX96 < MAX_PRICE,
            "Limit"
        );
        _unlocked = false;
        uint256 paid;
        uint256 received;
        (paid, received, _price) = _compute(zeroForOne, uint256(amountSpecified), sqrtPriceLimitX96);

        (address tokenIn, address tokenOut) = zeroForOne ? (token0, token1) : (token1, token0);
        (amount0, amount1) =
            zeroForOne ? (int256(paid), -int256(received)) : (-int256(received), int256(paid));
        if (received > 0) IERC20(tokenOut).safeTransfer(recipient, received);
        uint256 before = IERC20(tokenIn).balanceOf(address(this));
        IPoolCaller(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(IERC20(tokenIn).balanceOf(address(this)) >= before + paid, "Too little was paid in");
        emit Swap(msg.sender, recipient, amount0, amount1, _price, liquidity, 0);
        _unlocked = true;
    }

    /// @dev Rounds for the pool: up what is paid in, down what is paid out.
    function _compute(bool zeroForOne, uint256 amount, uint160 limit)
        private
        view
        returns (uint256 paid, uint256 received, uint160 price)
    {
        (uint256 from, uint256 depth) = (_price, liquidity);
        uint256 net = Math.mulDiv(amount, 1e6 - fee, 1e6);
        uint256 to = zeroForOne
            // 1 / to = 1 / from + net / depth
            ? Math.mulDiv(depth << 96, from, (depth << 96) + net * from, Math.Rounding.Ceil)
            : from + Math.mulDiv(net, Q96, depth);
        paid = amount;
        if (zeroForOne ? to < limit : to > limit) {
            to = limit;
            net = zeroForOne ? _amount0(to, from, Math.Rounding.Ceil) : Math.mulDiv(depth, to - from, Q96, Math.Rounding.Ceil);
            paid = Math.mulDiv(net, 1e6, 1e6 - fee, Math.Rounding.Ceil);
        }
        received = zeroForOne ? Math.mulDiv(depth, from - to, Q96) : _amount0(from, to, Math.Rounding.Floor);
        price = uint160(to);
    }

    /// @dev How much token0 lies between two prices.
    function _amount0(uint256 low, uint256 high, Math.Rounding rounding) private view returns (uint256) {
        uint256 scaled = Math.mulDiv(uint256(liquidity) << 96, high - low, high, rounding);
        return rounding == Math.Rounding.Ceil ? Math.ceilDiv(scaled, low) : scaled / low;
    }
}
