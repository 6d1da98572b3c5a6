// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PaymasterSigner} from "@openzeppelin/contracts/account/paymaster/extensions/PaymasterSigner.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title Pays the fees of the ERC-4337 0.7 operations that its signer has signed, from its deposit at the EntryPoint.
/// @notice It has no storage, so it needs no stake: owner, signer and limit are immutable. To change one of them, deploy another
/// and withdraw this one's deposit.
contract SponsorPaymaster is PaymasterSigner {
    /// The account that may withdraw the deposit.
    address public immutable owner;
    /// The key whose signature makes this contract pay.
    address public immutable signer;
    /// The most that one operation may cost, in wei.
    uint256 public immutable maxCost;

    /// This address, two gas limits, two times and a signature: 20 + 32 + 12 + 65 bytes.
    uint256 private constant DATA_LENGTH = 129;

    error NotOwner(address caller);
    error CostAboveLimit(uint256 cost, uint256 limit);
    error DataLength(uint256 length);

    constructor(address owner_, address signer_, uint256 maxCost_) EIP712("SponsorPaymaster", "1") {
        owner = owner_;
        signer = signer_;
        maxCost = maxCost_;
    }

    /// The EntryPoint of ERC-4337 0.7. OpenZeppelin's default is 0.9.
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V07;
    }

    /// Pays `amount` wei of the deposit to `to`. Anybody may add to the deposit, with the EntryPoint's `depositTo`.
    function withdraw(address payable to, uint256 amount) external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _withdraw(to, amount);
    }

    function _validatePaymasterUserOp(PackedUserOperation calldata userOp, bytes32 userOpHash, uint256 cost)
        internal
        override
        returns (bytes memory context, uint256 validationData)
    {
        if (cost > maxCost) revert CostAboveLimit(cost, maxCost);
        // The signer signs everything but this field. The library ignores some bytes at its end, whose calldata nobody would pay.
        if (userOp.paymasterAndData.length != DATA_LENGTH) revert DataLength(userOp.paymasterAndData.length);
        return super._validatePaymasterUserOp(userOp, userOpHash, cost);
    }

    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        (address recovered, ECDSA.RecoverError failure, ) = ECDSA.tryRecoverCalldata(hash, signature);
        return failure == ECDSA.RecoverError.NoError && recovered == signer;
    }
}
