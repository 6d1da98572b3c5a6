// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Create2} from "@openzeppelin/contracts/utils/Create2.sol";
import {SmartWallet} from "./SmartWallet.sol";

/// @notice Deploys a SmartWallet to an address known beforehand, as ERC-6492 needs.
contract SmartWalletFactory {
    event Created(address indexed owner, address wallet);

    /// @notice Deploys the wallet, or returns it when it is there already.
    function create(address owner, bytes32 salt) external returns (address wallet) {
        wallet = predict(owner, salt);
        if (wallet.code.length > 0) return wallet;
        new SmartWallet{salt: salt}(owner);
        emit Created(owner, wallet);
    }

    function predict(address owner, bytes32 salt) public view returns (address) {
        bytes memory code = abi.encodePacked(type(SmartWallet).creationCode, abi.encode(owner));
        return Create2.computeAddress(salt, keccak256(code));
    }
}
