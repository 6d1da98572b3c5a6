// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IQuotedPair {
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1);
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;
}

interface IQuotedPool {
    /// @dev More values follow, a different number at each exchange.
    function slot0() external view returns (uint160 sqrtPriceX96);
    function swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

interface IQuotedToken {
    function balanceOf(address account) external view returns (uint256);
}

/// @notice Tries swaps at many pools in one call that is never sent as a transaction. It owns nothing: pools pay out before
/// they are paid, and when they then ask for their money, what has arrived is measured and everything is undone.
/// @dev Pools and tokens may be hostile. Each is called in a frame of its own with a share of the gas, of which only two words are
/// read. A pool can forge what its own routes return, but not what other pools do: whoever swaps sets a minimum of their own.
contract SwapQuoter {
    uint160 private constant MIN_LIMIT = 4295128740;
    uint160 private constant MAX_LIMIT = 1461446703485210103287273052203988822378723970341;

    error NotTried();

    /// @param amount what is sold, in base units
    /// @param legs from one token to another: the token that is bought, and above its 160 bits the leg whose best result is
    /// sold, counted from 1; 0 sells `amount`, 255 nothing, to read prices only
    /// @param steps a pool for a leg, ordered by leg: pool (160 bits), fee in hundredths of a basis point (24), leg (8), 1
    /// for a pool with ticks (8), 1 if the first token is sold (8)
    /// @return results two words for each step: what arrives; gas (32 bits) and the price before (224 bits). The price is the
    /// reserves of the token sold and the token bought (112 bits each), or the pool's `sqrtPriceX96`; 0 if the pool failed.
    function quote(uint256 amount, uint256[] calldata legs, uint256[] calldata steps)
        external
        returns (uint256[] memory results)
    {
        results = new uint256[](steps.length * 2);
        uint256[] memory best = new uint256[](legs.length);
        for (uint256 i = 0; i < steps.length; i++) {
            uint256 leg = uint8(steps[i] >> 184);
            uint256 source = legs[leg] >> 160;
            uint256 sold = source == 0 ? amount : source == 255 ? 0 : best[source - 1];
            // Twice its equal share, and something is left for the last one's successor: this function's end.
            uint256 share = gasleft() * 2 / (steps.length - i + 2);
            try this.tryStep{gas: share}(steps[i], sold, address(uint160(legs[leg]))) returns (uint256 out, uint256 state) {
                (results[2 * i], results[2 * i + 1]) = (out, state);
                if (out > best[leg]) best[leg] = out;
            } catch {}
        }
    }

    /// @notice One step of `quote`, which calls it with limited gas.
    function tryStep(uint256 step, uint256 sold, address bought) external returns (uint256 out, uint256 state) {
        address pool = address(uint160(step));
        bool zeroForOne = step >> 200 == 1;
        uint256 gasBefore = gasleft();
        if (uint8(step >> 192) == 1) {
            state = IQuotedPool(pool).slot0();
            if (sold > 0) out = _tryPool(pool, zeroForOne, sold, bought);
        } else {
            (uint256 reserveSold, uint256 reserveBought) = IQuotedPair(pool).getReserves();
            if (!zeroForOne) (reserveSold, reserveBought) = (reserveBought, reserveSold);
            state = reserveSold << 112 | reserveBought;
            uint256 net = sold * (1e6 - uint24(step >> 160));
            out = net * reserveBought / (reserveSold * 1e6 + net);
            if (out > 0) out = _tryPair(pool, zeroForOne, out, bought);
        }
        state |= (gasBefore - gasleft()) << 224;
    }

    function _tryPool(address pool, bool zeroForOne, uint256 sold, address bought) private returns (uint256 out) {
        require(sold <= uint256(type(int256).max));
        bytes memory token = abi.encode(bought);
        try IQuotedPool(pool).swap(address(this), zeroForOne, int256(sold), zeroForOne ? MIN_LIMIT : MAX_LIMIT, token) {
            revert NotTried();
        } catch (bytes memory answer) {
            (int256 delta0, int256 delta1, uint256 arrived) = _read(answer);
            (int256 paid, int256 received) = zeroForOne ? (delta0, delta1) : (delta1, delta0);
            // A pool that cannot take everything would leave a part unsold.
            if (paid != int256(sold) || received > 0 || received == type(int256).min) revert NotTried();
            out = uint256(-received);
            if (arrived < out) out = arrived;
        }
    }

    function _tryPair(address pool, bool zeroForOne, uint256 expected, address bought) private returns (uint256) {
        (uint256 out0, uint256 out1) = zeroForOne ? (uint256(0), expected) : (expected, uint256(0));
        try IQuotedPair(pool).swap(out0, out1, address(this), abi.encode(bought)) {
            revert NotTried();
        } catch (bytes memory answer) {
            (,, uint256 arrived) = _read(answer);
            return arrived < expected ? arrived : expected;
        }
    }

    function _read(bytes memory answer) private pure returns (int256, int256, uint256) {
        if (answer.length != 96) revert NotTried();
        return abi.decode(answer, (int256, int256, uint256));
    }

    /// @dev The callback of any pool, whatever its name: two numbers first, our data at the end.
    fallback() external {
        address bought = abi.decode(msg.data[msg.data.length - 32:], (address));
        (int256 first, int256 second) = abi.decode(msg.data[4:68], (int256, int256));
        bytes memory answer = abi.encode(first, second, IQuotedToken(bought).balanceOf(address(this)));
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}
