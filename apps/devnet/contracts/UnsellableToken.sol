// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A token that can be bought and given away, but not sold: no spender, such as a router, may move it into a contract.
/// Anyone may mint.
contract UnsellableToken is ERC20 {
    constructor() ERC20("Flytrap", "FLY") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        require(to.code.length == 0, "Not for sale");
        return super.transferFrom(from, to, amount);
    }
}
