// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @title Pays the fees of the ERC-4337 0.7 operations that its signer has signed, from its deposit at the EntryPoint.
/// @notice It has no storage, so it needs no stake: owner, signer and limit are immutable. To change one of them, deploy another
/// and withdraw this one's deposit.
contract SponsorPaymaster is Paymaster, EIP712 {
    /// The account that may withdraw the deposit.
    address public immutable owner;
    /// The key whose signature makes this contract pay.
    address public immutable signer;
    /// The most that one operation may cost, in wei.
    uint256 public immutable maxCost;

    /// This address, two gas limits, two times and a signature in the short form of ERC-2098: 20 + 32 + 12 + 64 bytes, four words.
    uint256 private constant DATA_LENGTH = 128;

    /// What is signed: that of OpenZeppelin's PaymasterSigner. All of an operation but its account's signature.
    bytes32 private constant REQUEST_TYPEHASH =
        keccak256(
            "UserOperationRequest(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,uint256 paymasterVerificationGasLimit,uint256 paymasterPostOpGasLimit,uint48 validAfter,uint48 validUntil)"
        );

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

    function _validatePaymasterUserOp(PackedUserOperation calldata userOp, bytes32, uint256 cost)
        internal
        view
        override
        returns (bytes memory, uint256)
    {
        if (cost > maxCost) revert CostAboveLimit(cost, maxCost);
        bytes calldata data = userOp.paymasterAndData;
        // The signer signs everything but this field, and nobody would pay for more calldata.
        if (data.length != DATA_LENGTH) revert DataLength(data.length);
        bytes32 gasLimits = bytes32(data[20:52]);
        bytes12 times = bytes12(data[52:64]);
        bytes32 hash = _hashTypedDataV4(
            keccak256(
                abi.encode(
                    REQUEST_TYPEHASH,
                    userOp.sender,
                    userOp.nonce,
                    keccak256(userOp.initCode),
                    keccak256(userOp.callData),
                    userOp.accountGasLimits,
                    userOp.preVerificationGas,
                    userOp.gasFees,
                    uint256(gasLimits) >> 128,
                    uint256(uint128(uint256(gasLimits))),
                    uint256(uint96(times)) >> 48,
                    uint256(uint48(uint96(times)))
                )
            )
        );
        (address recovered, ECDSA.RecoverError failure, ) =
            ECDSA.tryRecover(hash, bytes32(data[64:96]), bytes32(data[96:128]));
        bool isSigned = failure == ECDSA.RecoverError.NoError && recovered == signer;
        // Both times are where the EntryPoint expects them: in the upper twelve bytes.
        return ("", uint256(bytes32(times)) | (isSigned ? 0 : ERC4337Utils.SIG_VALIDATION_FAILED));
    }
}
