// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A token that holds nothing and reports any transfer of anyone, as address poisoners deploy them.
/// @dev For tests of wallet histories. Whoever uses it like a token is reported to have paid the decoy.
contract Counterfeit {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    address public immutable decoy;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event TransferSingle(
        address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );

    constructor(string memory name_, string memory symbol_, address decoy_) {
        name = name_;
        symbol = symbol_;
        decoy = decoy_;
    }

    receive() external payable {
        emit Transfer(msg.sender, decoy, 1 ether);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1_000_000 ether;
    }

    function transfer(address, uint256 value) external returns (bool) {
        emit Transfer(msg.sender, decoy, value);
        return true;
    }

    function claim() external {
        emit Transfer(msg.sender, decoy, 5 ether);
    }

    function report(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    function reportSwap(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
        emit Transfer(to, from, value);
    }

    function reportSingle(address from, address to, uint256 id, uint256 value) external {
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    /// @dev The transfer event of ERC-721, whose signature is that of ERC-20 with a third indexed argument.
    function reportNft(address from, address to, uint256 id) external {
        bytes32 topic = Transfer.selector;
        assembly {
            log4(0, 0, topic, from, to, id)
        }
    }

    /// @notice Really pays the recipient, and reports that it has paid the decoy.
    function payAndReport(address payable to) external payable {
        (bool success,) = to.call{value: msg.value}("");
        require(success);
        emit Transfer(to, decoy, msg.value);
    }
}
