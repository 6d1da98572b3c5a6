// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A price with the interface of a pool of Uniswap v3, as far as readers of its mean price use it.
/// @dev The tick stands still between two settings. There is no trading: what the pool "holds" is what was sent to it.
contract PricePool {
    address public immutable token0;
    address public immutable token1;
    uint128 public liquidity = 1;
    int56 private _cumulative;
    int24 private _tick;
    uint32 private immutable _since;
    uint32 private _at;

    constructor(address first, address second, int24 tick) {
        (token0, token1) = (first, second);
        _tick = tick;
        _since = _at = uint32(block.timestamp);
    }

    /// @notice Anyone may move the price.
    function setTick(int24 tick) external {
        _cumulative = _cumulativeAt(uint32(block.timestamp));
        _at = uint32(block.timestamp);
        _tick = tick;
    }

    function setLiquidity(uint128 amount) external {
        liquidity = amount;
    }

    /// @dev Like the original it refuses times before its first observation. Between two settings it remembers only the
    /// last: earlier times are taken as if the tick before had always been zero.
    function observe(
        uint32[] calldata secondsAgos
    ) external view returns (int56[] memory tickCumulatives, uint160[] memory secondsPerLiquidity) {
        tickCumulatives = new int56[](secondsAgos.length);
        secondsPerLiquidity = new uint160[](secondsAgos.length);
        for (uint256 i = 0; i < secondsAgos.length; i++) {
            uint32 time = uint32(block.timestamp) - secondsAgos[i];
            require(time >= _since, "OLD");
            tickCumulatives[i] = _cumulativeAt(time);
        }
    }

    function _cumulativeAt(uint32 time) private view returns (int56) {
        if (time < _at) return 0;
        return _cumulative + int56(_tick) * int56(uint56(time - _at));
    }
}
