// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {LocalFactory} from "./LocalFactory.sol";
import {LocalPair} from "./LocalPair.sol";
import {LocalPool} from "./LocalPool.sol";
import {WrappedEther} from "./WrappedEther.sol";

/// @notice Swaps over the pairs and pools of a factory, with the functions of Uniswap's SwapRouter02 that wallets use.
/// @dev As there: an amount of 0 is all that the router holds; recipient 1 is the sender, 2 the router; coins that the router holds
/// pay for wrapped coins. What a transaction leaves in the router, anyone may take.
contract LocalRouter {
    using SafeERC20 for IERC20;

    uint160 private constant MIN_LIMIT = 4295128740;
    uint160 private constant MAX_LIMIT = 1461446703485210103287273052203988822378723970341;

    LocalFactory public immutable factory;
    address public immutable WETH9;

    struct ExactInputSingleParams {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
        uint160 sqrtPriceLimitX96;
    }

    struct ExactInputParams {
        bytes path;
        address recipient;
        uint256 amountIn;
        uint256 amountOutMinimum;
    }

    struct Payment {
        address tokenIn;
        address tokenOut;
        uint24 fee;
        address payer;
    }

    constructor(LocalFactory factory_, address wrapped) {
        (factory, WETH9) = (factory_, wrapped);
    }

    receive() external payable {
        require(msg.sender == WETH9, "Not WETH9");
    }

    function multicall(uint256 deadline, bytes[] calldata data) external payable returns (bytes[] memory) {
        require(block.timestamp <= deadline, "Transaction too old");
        return multicall(data);
    }

    function multicall(bytes[] calldata data) public payable returns (bytes[] memory results) {
        results = new bytes[](data.length);
        for (uint256 i = 0; i < data.length; i++) {
            results[i] = Address.functionDelegateCall(address(this), data[i]);
        }
    }

    function exactInputSingle(ExactInputSingleParams calldata params) external payable returns (uint256 amountOut) {
        (uint256 amountIn, address payer) = _source(params.tokenIn, params.amountIn);
        amountOut = _swapPool(
            Payment(params.tokenIn, params.tokenOut, params.fee, payer),
            amountIn,
            _recipient(params.recipient),
            params.sqrtPriceLimitX96
        );
        require(amountOut >= params.amountOutMinimum, "Too little received");
    }

    /// @param params its path is a token, then any number of fees with three bytes and tokens
    function exactInput(ExactInputParams calldata params) external payable returns (uint256 amountOut) {
        bytes calldata path = params.path;
        require(path.length >= 43 && path.length % 23 == 20, "Path");
        address payer;
        (amountOut, payer) = _source(address(bytes20(path[:20])), params.amountIn);
        for (; path.length > 20; path = path[23:]) {
            Payment memory payment = Payment(
                address(bytes20(path[:20])), address(bytes20(path[23:43])), uint24(bytes3(path[20:23])), payer
            );
            address recipient = path.length > 43 ? address(this) : _recipient(params.recipient);
            amountOut = _swapPool(payment, amountOut, recipient, 0);
            payer = address(this);
        }
        require(amountOut >= params.amountOutMinimum, "Too little received");
    }

    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to)
        external
        payable
        returns (uint256 amountOut)
    {
        (uint256 amount, address payer) = _source(path[0], amountIn);
        _pay(path[0], payer, _pair(path[0], path[1]), amount);
        address recipient = _recipient(to);
        address bought = path[path.length - 1];
        uint256 before = IERC20(bought).balanceOf(recipient);
        for (uint256 i = 0; i + 1 < path.length; i++) {
            address next = i + 2 < path.length ? _pair(path[i + 1], path[i + 2]) : recipient;
            _swapPair(path[i], path[i + 1], next);
        }
        amountOut = IERC20(bought).balanceOf(recipient) - before;
        require(amountOut >= amountOutMin, "Too little received");
    }

    function uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes calldata data) external {
        Payment memory payment = abi.decode(data, (Payment));
        // Else anyone could have a payer's allowance paid out.
        require(msg.sender == factory.getPool(payment.tokenIn, payment.tokenOut, payment.fee), "Not a pool");
        int256 amount = payment.tokenIn < payment.tokenOut ? amount0Delta : amount1Delta;
        _pay(payment.tokenIn, payment.payer, msg.sender, uint256(amount));
    }

    function wrapETH(uint256 value) external payable {
        WrappedEther(payable(WETH9)).deposit{value: value}();
    }

    function unwrapWETH9(uint256 amountMinimum, address recipient) external payable {
        uint256 amount = IERC20(WETH9).balanceOf(address(this));
        require(amount >= amountMinimum, "Insufficient WETH9");
        if (amount == 0) return;
        WrappedEther(payable(WETH9)).withdraw(amount);
        Address.sendValue(payable(recipient), amount);
    }

    function refundETH() external payable {
        if (address(this).balance > 0) Address.sendValue(payable(msg.sender), address(this).balance);
    }

    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) public payable {
        IERC20Permit(token).permit(msg.sender, address(this), value, deadline, v, r, s);
    }

    /// @notice As above, also if somebody else has submitted the permit already.
    function selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        payable
    {
        if (IERC20(token).allowance(msg.sender, address(this)) < value) selfPermit(token, value, deadline, v, r, s);
    }

    function _swapPool(Payment memory payment, uint256 amountIn, address recipient, uint160 limit)
        private
        returns (uint256)
    {
        bool zeroForOne = payment.tokenIn < payment.tokenOut;
        if (limit == 0) limit = zeroForOne ? MIN_LIMIT : MAX_LIMIT;
        LocalPool pool = LocalPool(factory.getPool(payment.tokenIn, payment.tokenOut, payment.fee));
        (int256 amount0, int256 amount1) =
            pool.swap(recipient, zeroForOne, int256(amountIn), limit, abi.encode(payment));
        return uint256(-(zeroForOne ? amount1 : amount0));
    }

    /// @dev Swaps what was sent to the pair, which is less than the amount if the token keeps a part of transfers.
    function _swapPair(address tokenIn, address tokenOut, address recipient) private {
        LocalPair pair = LocalPair(_pair(tokenIn, tokenOut));
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        bool zeroForOne = tokenIn < tokenOut;
        (uint256 reserveIn, uint256 reserveOut) = zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
        uint256 net = (IERC20(tokenIn).balanceOf(address(pair)) - reserveIn) * 997;
        uint256 out = net * reserveOut / (reserveIn * 1000 + net);
        pair.swap(zeroForOne ? 0 : out, zeroForOne ? out : 0, recipient, "");
    }

    function _pair(address first, address second) private view returns (address) {
        return factory.getPair(first, second);
    }

    /// @dev The amount and who pays it: 0 is what the router holds.
    function _source(address token, uint256 amount) private view returns (uint256, address) {
        if (amount > 0) return (amount, msg.sender);
        return (IERC20(token).balanceOf(address(this)), address(this));
    }

    function _recipient(address recipient) private view returns (address) {
        if (recipient == address(1)) return msg.sender;
        return recipient == address(2) ? address(this) : recipient;
    }

    function _pay(address token, address payer, address recipient, uint256 amount) private {
        if (token == WETH9 && address(this).balance >= amount) {
            WrappedEther(payable(WETH9)).deposit{value: amount}();
            IERC20(token).safeTransfer(recipient, amount);
        } else if (payer == address(this)) {
            IERC20(token).safeTransfer(recipient, amount);
        } else {
            IERC20(token).safeTransferFrom(payer, recipient, amount);
        }
    }
}
