// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

/// @notice Swaps listed assets at listed prices out of its own reserves: one transaction, two transfers.
/// @dev The coin of the chain has the address 0xEeee…EEeE. Prices are US dollars per whole unit, 8 decimals.
contract Exchange {
    using SafeERC20 for IERC20;

    address public constant COIN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    mapping(address asset => uint256) public priceOf;

    event Swapped(address indexed account, address from, address to, uint256 paid, uint256 received);

    error NotListed(address asset);
    error WrongValue(uint256 sent, uint256 expected);
    error TooLittle(uint256 offered, uint256 wanted);

    constructor(address[] memory assets, uint256[] memory prices) payable {
        for (uint256 i = 0; i < assets.length; i++) {
            priceOf[assets[i]] = prices[i];
        }
    }

    /// @dev The coin side of the reserves is filled by plain transfers.
    receive() external payable {}

    /// @notice How many base units of `to` are paid for `amount` base units of `from`.
    function quote(address from, address to, uint256 amount) public view returns (uint256) {
        (uint256 paid, uint256 wanted) = (_price(from), _price(to));
        return (amount * paid * 10 ** _decimals(to)) / (wanted * 10 ** _decimals(from));
    }

    /// @notice Pays `amount` of `from`, receives at least `minimum` of `to`. Tokens need an allowance first.
    function swap(address from, address to, uint256 amount, uint256 minimum)
        external
        payable
        returns (uint256 received)
    {
        uint256 expected = from == COIN ? amount : 0;
        if (msg.value != expected) revert WrongValue(msg.value, expected);
        received = quote(from, to, amount);
        if (received < minimum) revert TooLittle(received, minimum);

        if (from != COIN) IERC20(from).safeTransferFrom(msg.sender, address(this), amount);
        if (to == COIN) Address.sendValue(payable(msg.sender), received);
        else IERC20(to).safeTransfer(msg.sender, received);
        emit Swapped(msg.sender, from, to, amount, received);
    }

    function _price(address asset) private view returns (uint256 price) {
        price = priceOf[asset];
        if (price == 0) revert NotListed(asset);
    }

    function _decimals(address asset) private view returns (uint8) {
        return asset == COIN ? 18 : IERC20Metadata(asset).decimals();
    }
}
